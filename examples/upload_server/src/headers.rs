//! What headers say.

use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use mediatype::{MediaType, ReadParams, names};

use crate::problem::Problem;

/// The line of a header, if it is the only one.
pub(crate) fn only(headers: &HeaderMap, name: HeaderName) -> Option<&HeaderValue> {
    let mut lines = headers.get_all(name).iter();
    lines.next().filter(|_| lines.next().is_none())
}

/// The elements of a list (5.6.1), in all lines of the header.
pub(crate) fn list(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &[u8]> {
    let lines = headers.get_all(name).iter();
    let elements = lines.flat_map(|line| line.as_bytes().split(|&byte| byte == b','));
    elements.map(<[u8]>::trim_ascii).filter(|element| !element.is_empty())
}

/// Whether the bytes of the body are those of the text: what is compressed might be taken for text of one byte a
/// character.
///
/// # Errors
/// If they are not.
pub(crate) fn check_codings(headers: &HeaderMap) -> Result<(), Problem> {
    let is_other = |none: &'static [u8]| move |coding: &&[u8]| !coding.eq_ignore_ascii_case(none);
    if let Some(coding) = list(headers, CONTENT_ENCODING).find(is_other(b"identity")) {
        return Err(Problem::content_coding(coding));
    }
    match list(headers, TRANSFER_ENCODING).find(is_other(b"chunked")) {
        Some(coding) => Err(Problem::transfer_coding(coding)),
        None => Ok(()),
    }
}

/// The `charset` of the `Content-Type`, if there is one and it has one.
///
/// # Errors
/// If it is not understood, or there are two, of which nobody knows the right one.
pub(crate) fn charset(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    if !headers.contains_key(CONTENT_TYPE) {
        return Ok(None);
    }
    let line = only(headers, CONTENT_TYPE).and_then(|line| line.to_str().ok());
    let media_type = line.and_then(|line| MediaType::parse(line).ok());
    let media_type = media_type.ok_or_else(Problem::unknown_media_type)?;
    let mut charsets = media_type.params().filter(|&(name, _)| name == names::CHARSET);
    match (charsets.next(), charsets.next()) {
        (_, Some(_)) => Err(Problem::unknown_media_type()),
        (charset, None) => Ok(charset.map(|(_, label)| label.unquoted_str().into_owned())),
    }
}
