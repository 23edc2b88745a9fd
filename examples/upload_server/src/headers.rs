//! What headers say, by the grammar of RFC 9110.

use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

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
    let line = only(headers, CONTENT_TYPE);
    let parameters = line.and_then(|line| parameters(line.as_bytes()));
    let parameters = parameters.ok_or_else(Problem::unknown_media_type)?;
    let is_charset = |(name, _): &(&[u8], _)| name.eq_ignore_ascii_case(b"charset");
    let mut charsets = parameters.into_iter().filter(is_charset);
    match (charsets.next(), charsets.next()) {
        (_, Some(_)) => Err(Problem::unknown_media_type()),
        (charset, None) => {
            Ok(charset.map(|(_, label)| String::from_utf8_lossy(&label).into_owned()))
        }
    }
}

/// The names and values behind a media type (8.3.1, 5.6.6).
fn parameters(media_type: &[u8]) -> Option<Vec<(&[u8], Vec<u8>)>> {
    let mut rest = media_type;
    token(&mut rest)?;
    rest = rest.strip_prefix(b"/")?;
    token(&mut rest)?;
    let mut parameters = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        if rest.is_empty() {
            return Some(parameters);
        }
        rest = rest.strip_prefix(b";")?.trim_ascii_start();
        // A parameter may be empty.
        if rest.is_empty() || rest.starts_with(b";") {
            continue;
        }
        let name = token(&mut rest)?;
        rest = rest.strip_prefix(b"=")?;
        let value = match rest.strip_prefix(b"\"") {
            Some(behind) => quoted(behind, &mut rest)?,
            None => token(&mut rest)?.to_vec(),
        };
        parameters.push((name, value));
    }
}

/// A token (5.6.2) at the front of `rest`, which is what is behind it then.
fn token<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    let len = rest.iter().take_while(|byte| is_inside(byte)).count();
    let (token, behind) = rest.split_at(len);
    *rest = behind;
    (len > 0).then_some(token)
}

/// A quoted string (5.6.4) behind its first quote, and what is behind its last one.
fn quoted<'a>(src: &'a [u8], rest: &mut &'a [u8]) -> Option<Vec<u8>> {
    let (mut value, mut bytes) = (Vec::new(), src.iter());
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => value.push(*bytes.next()?),
            &byte => value.push(byte),
        }
    }
    *rest = bytes.as_slice();
    Some(value)
}
