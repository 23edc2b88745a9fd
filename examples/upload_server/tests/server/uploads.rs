use std::io::{Read as _, Write as _};

use codeunit::{Encoding, Policy, Transcoder};
use serde_json::json;

use crate::client::{answer, connect, post, server, upload};

const TEXT: &str = "línea €😀\nand another\n";

fn encode(text: &str, to: Encoding) -> Vec<u8> {
    let mut transcoder = Transcoder::new(Encoding::Utf8, to, Policy::Replace);
    let mut out = Vec::new();
    transcoder.extend(text.as_bytes(), &mut out).unwrap();
    out
}

#[test]
fn uploads_in_every_encoding() {
    for &encoding in Encoding::ALL {
        let text = TEXT.repeat(20_000);
        let body = encode(&text, encoding);
        let content_type = format!("text/plain; charset=\"{}\"", encoding.name());
        let answer = upload("/upload", &content_type, &body);
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.json["bytes"], body.len());
        assert_eq!(answer.json["lines"], 40_001);
        let answer = upload("/upload?to=UTF-32LE", &content_type, &body);
        assert_eq!(answer.json["converted_bytes"], text.chars().count() * 4, "{answer:?}");
    }
}

#[test]
fn a_mark_tells_the_encoding() {
    for (body, encoding) in [
        (&b"\xFF\xFEa\0"[..], "UTF-16LE"),
        (b"\xFE\xFF\0a", "UTF-16BE"),
        (b"\xFF\xFE\0\0a\0\0\0", "UTF-32LE"),
        (b"\xEF\xBB\xBFa", "UTF-8"),
        (b"a", "UTF-8"),
        (b"", "UTF-8"),
    ] {
        let answer = upload("/upload", "text/plain", body);
        // The mark is no text.
        let converted = u64::from(!body.is_empty());
        let wanted = json!({
            "encoding": encoding, "bytes": body.len(), "converted_bytes": converted, "lines": 1
        });
        assert_eq!((answer.status, answer.json), (200, wanted));
    }
    let answer = upload("/upload", "text/plain; charset=iso-8859-1", b"\xFF\xFEa\0");
    assert_eq!(answer.json["encoding"], "UTF-16LE");
}

#[test]
fn a_body_that_is_ill_formed_at_its_last_byte() {
    let mut body = TEXT.repeat(100_000).into_bytes();
    body.extend_from_slice("abñ".as_bytes());
    body.push(0xFF);
    let answer = upload("/upload", "text/plain; charset=utf-8", &body);
    assert!(answer.head.contains("content-type: application/problem+json\r\n"), "{answer:?}");
    let offset = body.len() - 1;
    let detail = format!("byte that begins no sequence at byte {offset} (line 200001, column 4)");
    let wanted = json!({
        "type": "urn:codeunit:ill-formed-text", "title": "The text is ill-formed", "status": 400,
        "detail": detail, "kind": answer.json["kind"],
        "offset": offset, "line": 200_001, "column": 4
    });
    assert_eq!((answer.status, &answer.json), (400, &wanted));
    assert_eq!(answer.json["kind"], codeunit::ErrorKind::BadLead.name());

    // A character that the end cuts.
    body.truncate(offset - 1);
    let answer = upload("/upload", "text/plain", &body);
    assert_eq!((answer.status, &answer.json["offset"]), (400, &json!(offset - 2)), "{answer:?}");
    assert_eq!(answer.json["kind"], codeunit::ErrorKind::Incomplete.name());
}

/// The text is well-formed: what is wrong is what was asked for.
#[test]
fn a_character_that_the_encoding_asked_for_does_not_have() {
    let answer = upload("/upload?to=latin1", "text/plain; charset=utf-8", "añ\n€".as_bytes());
    let wanted = json!({
        "type": "urn:codeunit:not-representable",
        "title": "The encoding asked for does not have a character of the text", "status": 400,
        "detail": answer.json["detail"], "kind": codeunit::ErrorKind::NotRepresentable.name(),
        "offset": 4, "line": 2, "column": 1
    });
    assert_eq!((answer.status, &answer.json), (400, &wanted));
}

#[test]
fn an_error_is_answered_before_the_rest_is_sent() {
    let mut socket = connect(server());
    let good = TEXT.repeat(100_000);
    // Ten gigabytes are announced, of which two megabytes come.
    socket.write_all(post("/upload", "text/plain", 10_000_000_000).as_bytes()).unwrap();
    socket.write_all(good.as_bytes()).unwrap();
    socket.write_all(b"ab\xC0").unwrap();
    let answer = answer(&mut socket);
    assert_eq!((answer.status, &answer.json["offset"]), (400, &json!(good.len() + 2)));
    // The server will read no more.
    assert!(answer.head.contains("connection: close\r\n"));
    assert_eq!(socket.read(&mut [0]).unwrap(), 0);
}

/// What comes before the answer is seen does not reset the connection.
#[test]
fn an_answer_is_not_lost_with_what_was_sent_behind_the_error() {
    for _ in 0..20 {
        let mut body = vec![b'a'; 500_000];
        body[1000] = 0xFF;
        let answer = upload("/upload", "text/plain", &body);
        assert_eq!((answer.status, &answer.json["offset"]), (400, &json!(1000)));
    }
}

#[test]
fn chunks_of_a_byte() {
    for (bytes, status) in [("añ€😀".as_bytes(), 200), (b"a\xE2\x82b", 400)] {
        let mut socket = connect(server());
        socket
            .write_all(b"POST /upload HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n")
            .unwrap();
        for byte in bytes {
            socket.write_all(&[&b"1\r\n"[..], &[*byte], b"\r\n"].concat()).unwrap();
        }
        socket.write_all(b"0\r\n\r\n").unwrap();
        let answer = answer(&mut socket);
        assert_eq!(answer.status, status, "{answer:?}");
        if status == 400 {
            assert_eq!((&answer.json["offset"], &answer.json["column"]), (&json!(1), &json!(2)));
        }
    }
}

/// With white space where RFC 9110, 5.6.6, allows it, and in quotes.
#[test]
fn charsets_as_they_may_be_written() {
    for parameters in [
        "; charset=utf-16be",
        " ; charset=utf-16be",
        "; Charset=utf-16be",
        "; charset=utf-16be ; ",
        "; x=\"; charset=utf-8 \\\" \"; charset=utf-16be",
        ";charset=\"\\UTF\\-16BE\"",
        ";charset=\"UTF-16BE\"",
        ";\tcharset=utf-16be",
    ] {
        let content_type = format!("text/plain{parameters}");
        let answer = upload("/upload", &content_type, b"\0a\0b");
        assert_eq!(
            (answer.status, &answer.json["encoding"]),
            (200, &json!("UTF-16BE")),
            "{answer:?}"
        );
    }
    for content_type in [
        "text/plain; charset = utf-16be",
        "text",
        "",
        "/plain",
        "text/",
        "text/ plain",
        "text/plain charset=utf-16be",
        "text/plain, text/html",
        "text/plain; \u{80}",
        "text/plain; x",
        "text/plain; =x",
        "text/plain; charset=\"utf-16be",
        "text/plain; charset=\"utf-16be\\",
        "text/plain; charset=\"utf-16be\"x",
        // By the grammar they are allowed, but `mediatype` cannot read them, and nothing is guessed.
        "text/plain;; charset=utf-16be",
        "text/plain; x=a~b|c`d; charset=utf-16be",
        // One of them is not what the text is in.
        "text/plain; charset=utf-8; charset=utf-16be",
        "text/plain; charset=utf-16be; CHARSET=utf-16be",
        "text/plain\r\ncontent-type: text/plain; charset=utf-16be",
    ] {
        let answer = upload("/upload", content_type, b"\0a\0b");
        assert_eq!(
            (answer.status, &answer.json["type"]),
            (415, &json!("urn:codeunit:unknown-media-type"))
        );
    }
}

/// What is compressed may look like text of one byte a character.
#[test]
fn codings_are_refused() {
    let post = |headers: &str| {
        let mut socket = connect(server());
        let head = format!(
            "POST /upload HTTP/1.1\r\nhost: test\r\n\
             content-type: text/plain; charset=iso-8859-1\r\n{headers}\r\n\r\n"
        );
        socket.write_all(head.as_bytes()).unwrap();
        socket.write_all(b"2\r\n\x1F\x8B\r\n0\r\n\r\n").unwrap();
        answer(&mut socket)
    };
    let chunked = "transfer-encoding: chunked\r\ncontent-encoding: ";
    for coding in
        ["gzip", "x-unknown", "identity, br", "identity\r\ncontent-encoding: gzip", "\u{80}"]
    {
        let answer = post(&format!("{chunked}{coding}"));
        assert_eq!(
            (answer.status, &answer.json["type"]),
            (415, &json!("urn:codeunit:content-coding")),
            "{coding}"
        );
        assert!(answer.head.contains("\r\naccept-encoding: identity\r\n"), "{answer:?}");
    }
    for coding in ["identity", "Identity", "", ", identity ,"] {
        assert_eq!(post(&format!("{chunked}{coding}")).status, 200, "{coding}");
    }
    let answer = post("transfer-encoding: gzip, chunked");
    assert_eq!(answer.status, 501, "{answer:?}");
    assert_eq!(post("transfer-encoding: Chunked").status, 200);
}

#[test]
fn labels_that_nobody_knows() {
    for (path, content_type) in
        [("/upload", "text/plain; charset=klingon"), ("/upload?to=klingon", "text/plain")]
    {
        let answer = upload(path, content_type, b"a");
        assert_eq!(answer.status, 415, "{answer:?}");
        assert_eq!(answer.json["type"], "urn:codeunit:unknown-encoding");
    }
}

/// What is asked for is looked at before the upload has begun.
#[test]
fn a_wish_that_cannot_be_granted() {
    for (path, status, kind) in [
        ("/upload?to=klingon", 415, "urn:codeunit:unknown-encoding"),
        ("/upload?to=utf-8&to=utf-16", 400, "urn:codeunit:query"),
    ] {
        let mut socket = connect(server());
        socket.write_all(post(path, "text/plain", 100).as_bytes()).unwrap();
        let answer = answer(&mut socket);
        assert_eq!((answer.status, answer.json["type"].as_str()), (status, Some(kind)));
        assert!(answer.head.contains("content-type: application/problem+json\r\n"), "{answer:?}");
        assert!(answer.head.contains("connection: close\r\n"), "{answer:?}");
    }
}
