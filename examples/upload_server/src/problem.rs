//! Answers to what is wrong, as problem details (RFC 9457).
//!
//! ```json
//! {"type": "urn:codeunit:ill-formed-text", "title": "The text is ill-formed", "status": 400,
//!  "detail": "byte that begins no sequence at byte 5 (line 2, column 3)",
//!  "kind": "bad-lead", "offset": 5, "line": 2, "column": 3}
//! ```

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use codeunit::{ErrorKind, StreamError};
use serde::Serialize;

/// A problem, and where in the upload it is.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// What kind of problem it is, as a URI that need not lead anywhere.
    pub r#type: &'static str,
    /// The same in words.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// This one in words.
    pub detail: String,
    /// Where in a text.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// What would be taken, where a header can say it.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

/// What is wrong in a text, and where.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The name of the rule that is broken.
    pub kind: &'static str,
    /// Bytes from the beginning of the upload.
    pub offset: u64,
    /// From 1, as is the column, which is in code points.
    pub line: Option<u64>,
    /// See the line.
    pub column: Option<u64>,
}

/// What would be taken.
#[derive(Clone, Copy, Debug)]
pub enum Remedy {
    /// A body without content codings.
    Identity,
    /// A WebSocket of RFC 6455.
    WebSocket13,
}

impl Remedy {
    fn header(self) -> (HeaderName, HeaderValue) {
        match self {
            Self::Identity => (header::ACCEPT_ENCODING, HeaderValue::from_static("identity")),
            Self::WebSocket13 => (header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13")),
        }
    }
}

impl Problem {
    /// A text that is not what its encoding allows, or has a character that the encoding asked for has not.
    #[must_use]
    pub fn of_text(error: &StreamError) -> Self {
        let position = error.position();
        let (r#type, title) = match error.kind() {
            ErrorKind::NotRepresentable => (
                "urn:codeunit:not-representable",
                "The encoding asked for does not have a character of the text",
            ),
            _ => ("urn:codeunit:ill-formed-text", "The text is ill-formed"),
        };
        Self {
            place: Some(Place {
                kind: error.kind().name(),
                offset: error.offset(),
                line: position.map(|position| position.line),
                column: position.map(|position| position.column),
            }),
            ..Self::new(StatusCode::BAD_REQUEST, r#type, title, error.to_string())
        }
    }

    /// What stands behind the path and cannot be read.
    #[must_use]
    pub fn query(detail: String) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "urn:codeunit:query",
            "What is asked for cannot be read",
            detail,
        )
    }

    /// An encoding of which nothing is known.
    #[must_use]
    pub fn unknown_encoding(label: &str) -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "urn:codeunit:unknown-encoding",
            "The encoding is not known",
            format!("no encoding has the label {label:?}"),
        )
    }

    /// A `Content-Type` that is none.
    #[must_use]
    pub fn unknown_media_type() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "urn:codeunit:unknown-media-type",
            "The media type is not understood",
            "there is more than one Content-Type or charset, or one that cannot be read".to_owned(),
        )
    }

    /// An upload that is compressed, for example.
    #[must_use]
    pub fn content_coding(coding: &[u8]) -> Self {
        Self {
            remedy: Some(Remedy::Identity),
            ..Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "urn:codeunit:content-coding",
                "The upload is not the text itself",
                format!("the Content-Encoding is {:?}", String::from_utf8_lossy(coding)),
            )
        }
    }

    /// An upload that is compressed on its way.
    #[must_use]
    pub fn transfer_coding(coding: &[u8]) -> Self {
        Self::new(
            StatusCode::NOT_IMPLEMENTED,
            "urn:codeunit:transfer-coding",
            "The upload is not the text itself",
            format!("the Transfer-Encoding has {:?}", String::from_utf8_lossy(coding)),
        )
    }

    /// An upload that has ended before its end.
    #[must_use]
    pub fn unreadable(detail: String) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "urn:codeunit:unreadable",
            "The upload cannot be read",
            detail,
        )
    }

    /// A request that is no opening of a WebSocket.
    #[must_use]
    pub fn no_websocket() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "urn:codeunit:no-websocket",
            "This is for WebSockets",
            "the request is not that of RFC 6455, 4.1".to_owned(),
        )
    }

    /// An opening of a WebSocket of another version.
    #[must_use]
    pub fn websocket_version() -> Self {
        Self {
            remedy: Some(Remedy::WebSocket13),
            ..Self::new(
                StatusCode::BAD_REQUEST,
                "urn:codeunit:websocket-version",
                "The version of the WebSocket is not known",
                "the Sec-WebSocket-Version is not 13".to_owned(),
            )
        }
    }

    fn new(status: StatusCode, r#type: &'static str, title: &'static str, detail: String) -> Self {
        Self { r#type, title, status: status.as_u16(), detail, place: None, remedy: None }
    }
}

impl IntoResponse for Problem {
    /// The connection is closed behind it, since the rest of the upload is not read.
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).expect("it was made of one");
        let json = serde_json::to_vec(&self).expect("a problem has no maps");
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json")),
            (header::CONNECTION, HeaderValue::from_static("close")),
        ];
        let remedy = self.remedy.map(|remedy| [remedy.header()]);
        (status, headers, remedy, json).into_response()
    }
}
