//! Uploads, validated or converted as they come.

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request};
use axum::http::HeaderMap;
use codeunit::http_body::{BodyError, TranscodedBody};
use codeunit::{ByteOrder, Encoding, OutputMark, Policy, SourceMark, Transcoder};
use http_body_util::BodyExt;
use serde::{Deserialize, Serialize};

use crate::headers;
use crate::problem::Problem;

/// What is asked for behind the path.
#[derive(Debug, Deserialize)]
pub struct Wish {
    /// The label of the encoding to convert to, of IANA. Nothing means UTF-8.
    to: Option<String>,
}

/// What an upload was.
#[derive(Debug, Serialize)]
pub struct Receipt {
    /// The encoding that was read.
    pub encoding: &'static str,
    /// What the upload had of it.
    pub bytes: u64,
    /// And what has become of it.
    pub converted_bytes: u64,
    /// Line feeds, and the line behind them.
    pub lines: u64,
}

/// Takes an upload.
///
/// # Errors
/// Where it is ill-formed, or in an encoding of which nothing is known; as soon as that is certain.
pub async fn upload(
    wish: Result<Query<Wish>, QueryRejection>,
    request: Request,
) -> Result<Json<Receipt>, Problem> {
    let to = target(wish)?;
    let (declared, body) = open(request)?;
    let mut body = TranscodedBody::new(body, transcoder(declared, to));
    while let Some(frame) = body.frame().await {
        match frame {
            // Here a server would keep what it gets. What is only validated is still the memory that
            // the connection was read into.
            Ok(frame) => drop(frame),
            Err(BodyError::IllFormed(error)) => return Err(Problem::of_text(&error)),
            Err(BodyError::Inner(error)) => return Err(Problem::unreadable(error.to_string())),
        }
    }
    let state = body.transcoder().state();
    // An upload of nothing has no encoding.
    let encoding = body.transcoder().source_encoding();
    let encoding = encoding.unwrap_or(declared.in_order(ByteOrder::Big));
    Ok(Json(Receipt {
        encoding: encoding.name(),
        bytes: state.read(),
        converted_bytes: state.written(),
        lines: state.position().line,
    }))
}

/// The encoding that is asked for.
fn target(wish: Result<Query<Wish>, QueryRejection>) -> Result<Encoding, Problem> {
    let Query(wish) = wish.map_err(|rejection| Problem::query(rejection.body_text()))?;
    wish.to.as_deref().map_or(Ok(Encoding::Utf8), encoding)
}

/// The body of an upload, and the encoding that is declared, or UTF-8.
///
/// # Errors
/// If that is not known, or the bytes are not those of a text.
pub(crate) fn open(request: Request) -> Result<(Encoding, Body), Problem> {
    let headers = request.headers();
    headers::check_codings(headers)?;
    let encoding = declared(headers)?.unwrap_or(Encoding::Utf8);
    // No more is kept of the request than its body: the headers lie in the buffer that it was read into, and while there are
    // any, the connection reads into another.
    Ok((encoding, request.into_body()))
}

fn transcoder(declared: Encoding, to: Encoding) -> Transcoder {
    Transcoder::new(declared, to, Policy::Strict)
        // A mark is never text here, whatever is declared.
        .source_mark(SourceMark::Overrides)
        .output_mark(OutputMark::None)
        .counting_lines()
}

/// What the `Content-Type` declares, if there is one and it declares something. One that is not understood is not
/// passed over: the text might be taken for another.
fn declared(headers: &HeaderMap) -> Result<Option<Encoding>, Problem> {
    headers::charset(headers)?.map(|label| encoding(&label)).transpose()
}

fn encoding(label: &str) -> Result<Encoding, Problem> {
    Encoding::for_label(label).ok_or_else(|| Problem::unknown_encoding(label))
}
