//! Uploads, validated or converted as they come.

use axum::Json;
use axum::body::{Body, BodyDataStream};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request};
use axum::http::HeaderMap;
use bytes::Bytes;
use codeunit::http_body::{BodyError, TranscodedBody};
use codeunit::{Decision, Encoding, EncodingSources, OutputMark, Policy, Priority, Transcoder};
use futures_lite::{StreamExt, stream};
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
    let (decision, body) = open(request).await?;
    let mut body = TranscodedBody::new(body, transcoder(decision, to));
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
    Ok(Json(Receipt {
        encoding: decision.encoding.name(),
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

/// The body of an upload, and its encoding.
///
/// # Errors
/// If that is not known, or the bytes are not those of a text.
pub(crate) async fn open(request: Request) -> Result<(Decision, Body), Problem> {
    let headers = request.headers();
    headers::check_codings(headers)?;
    let sources = EncodingSources {
        declared: declared(headers)?,
        default: Encoding::Utf8,
        // A mark is never text here, whatever is declared.
        priority: Priority::MarkFirst,
    };
    // No more is kept of the request than its body: the headers lie in the buffer that it was read into, and while there are
    // any, the connection reads into another.
    let mut frames = request.into_body().into_data_stream();
    let (decision, first) = decide(sources, &mut frames).await?;
    Ok((decision, Body::from_stream(stream::once(Ok(first)).chain(frames))))
}

fn transcoder(decision: Decision, to: Encoding) -> Transcoder {
    Transcoder::new(decision.encoding, to, Policy::Strict)
        .source_mark(decision.source_mark())
        .output_mark(OutputMark::None)
        .counting_lines()
}

/// Reads as much as it takes to know the encoding: four bytes at most, and the frame that has the last of them.
async fn decide(
    sources: EncodingSources,
    frames: &mut BodyDataStream,
) -> Result<(Decision, Bytes), Problem> {
    let mut first = Bytes::new();
    loop {
        if let Some(decision) = sources.decide_prefix(&first) {
            return Ok((decision, first));
        }
        match frames.next().await {
            Some(Ok(frame)) if first.is_empty() => first = frame,
            Some(Ok(frame)) => first = [first, frame].concat().into(),
            Some(Err(error)) => return Err(Problem::unreadable(error.to_string())),
            None => return Ok((sources.decide(&first), first)),
        }
    }
}

/// What the `Content-Type` declares, if there is one and it declares something. One that is not understood is not
/// passed over: the text might be taken for another.
fn declared(headers: &HeaderMap) -> Result<Option<Encoding>, Problem> {
    headers::charset(headers)?.map(|label| encoding(&label)).transpose()
}

fn encoding(label: &str) -> Result<Encoding, Problem> {
    Encoding::for_label(label).ok_or_else(|| Problem::unknown_encoding(label))
}
