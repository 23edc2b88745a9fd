//! Makes the sample log: UTF-16LE with a byte order mark and CRLF, as Windows tools write it.
//!
//! ```text
//! cargo run --release -p codeunit-cli --example make_sample_log -- OUT [--size BYTES] [--mostly-ascii]
//! ```
//!
//! Without a size it makes `samples/app.utf-16le.log`; with one it goes on until the log has at
//! least so many bytes. The same arguments always make the same bytes. The text is encoded by the
//! standard library, so that the sample owes nothing to the code that it tests.
#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use clap::Parser;

/// Lines of the sample that is checked in.
const SAMPLE_LINES: u64 = 200;

const LEVELS: [&str; 8] = ["INFO ", "INFO ", "INFO ", "INFO ", "DEBUG", "DEBUG", "WARN ", "ERROR"];

const COMPONENTS: [&str; 6] =
    ["Http.Server", "Store.Orders", "Auth", "Mail.Queue", "Search", "Backup"];

/// What a program says of itself, in ASCII.
const EVENTS: [&str; 8] = [
    "GET /api/v2/orders/{n} 200 in {m} ms",
    "POST /api/v2/login 401 from 10.0.{m}.17",
    "cache miss for key customer:{n}, loaded in {m} ms",
    "worker {m} finished job {n}",
    r"cannot open C:\Data\import\batch-{n}.csv: retry {m} of 255",
    "connection to db-{m}.example.net closed after {n} statements",
    r#"index rebuilt: {"documents": {n}, "seconds": {m}}"#,
    "session {n} expired after {m} minutes",
];

/// What users type, in their scripts. Some characters are outside the Basic Multilingual Plane, some
/// are sequences of several code points.
const TEXTS: [(&str, &str); 14] = [
    ("es", "El envío a «Peñíscola» llegó mañana: ¡qué rápido! ¿Y la señal?"),
    ("fr", "Où est passé l’œuvre du garçon naïf ? Déjà reçue à Orléans"),
    ("de", "Größenänderung für Straße „Äußere Mühle“ übernommen – 12,50 €"),
    ("pl", "Zażółć gęślą jaźń, zamówienie przyjęto w Łodzi"),
    ("el", "Η παραγγελία ολοκληρώθηκε· ευχαριστούμε για την υπομονή σας"),
    ("ru", "Заказ отправлен в Санкт-Петербург, ждём подтверждения"),
    ("ar", "تم تأكيد الطلب وسيصل غدًا إلى القاهرة"),
    ("he", "ההזמנה אושרה ותגיע מחר לתל אביב"),
    ("hi", "आपका ऑर्डर भेज दिया गया है, धन्यवाद"),
    ("th", "คำสั่งซื้อของคุณถูกจัดส่งแล้ว ขอบคุณค่ะ"),
    ("zh", "订单已发货，预计明天送达北京。收件人：𠮷野先生"),
    ("ja", "ご注文は発送済みです。「𠮟る」を検索しました"),
    ("ko", "주문이 발송되었습니다. 내일 서울에 도착합니다"),
    ("en", "Great service 👍🏽 🎉 from our family 👨‍👩‍👧‍👦 in 🇮🇳 🚀"),
];

/// A linear congruential generator (Knuth, MMIX): the log must look the same for ever, which no
/// library of random numbers promises.
struct Numbers(u64);

impl Numbers {
    /// A number below `end`, from the high half, which is the good one.
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) % end
    }

    fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// Writes a log of at least `size` bytes, or the sample; returns its length.
///
/// With `mostly_ascii` one line in 50 has text of a user, otherwise two in three.
pub(crate) fn write_log(
    out: &mut impl Write,
    size: Option<u64>,
    mostly_ascii: bool,
) -> io::Result<u64> {
    let mut numbers = Numbers(2026);
    let mut milliseconds = 0;
    let (mut line, mut bytes) = (String::from("\u{FEFF}"), Vec::new());
    let (mut lines, mut written) = (0, 0);
    while size.map_or(lines < SAMPLE_LINES, |size| written < size) {
        milliseconds += numbers.below(1700);
        add_line(&mut line, &mut numbers, milliseconds, mostly_ascii);
        bytes.clear();
        bytes.extend(line.encode_utf16().flat_map(u16::to_le_bytes));
        out.write_all(&bytes)?;
        written += bytes.len() as u64;
        lines += 1;
        line.clear();
    }
    Ok(written)
}

fn add_line(line: &mut String, numbers: &mut Numbers, milliseconds: u64, mostly_ascii: bool) {
    let seconds = milliseconds / 1000;
    let (day, hour, minute) = (1 + seconds / 86_400 % 28, seconds / 3600 % 24, seconds / 60 % 60);
    let (level, component) = (numbers.choose(&LEVELS), numbers.choose(&COMPONENTS));
    add(line, format_args!("2026-03-{day:02} {hour:02}:{minute:02}:{:02}", seconds % 60));
    add(line, format_args!(".{:03} {level} [{component}] ", milliseconds % 1000));
    let typed = if mostly_ascii { numbers.below(50) == 0 } else { numbers.below(3) != 0 };
    if typed {
        let (language, text) = numbers.choose(&TEXTS);
        let user = numbers.below(10_000);
        add(line, format_args!("user {user} ({language}): \"{text}\""));
    } else {
        let event = numbers.choose(&EVENTS);
        let (n, m) = (numbers.below(1_000_000), numbers.below(256));
        for (index, part) in event.split("{n}").enumerate() {
            if index > 0 {
                add(line, format_args!("{n}"));
            }
            for (index, part) in part.split("{m}").enumerate() {
                if index > 0 {
                    add(line, format_args!("{m}"));
                }
                line.push_str(part);
            }
        }
    }
    line.push_str("\r\n");
}

fn add(line: &mut String, part: std::fmt::Arguments<'_>) {
    line.write_fmt(part).expect("a string takes what it is given");
}

/// Make the sample log, or a longer one by the same generator.
#[derive(Parser)]
struct Args {
    /// The file to write
    out: std::path::PathBuf,
    /// Go on to about this many bytes
    #[arg(long)]
    size: Option<u64>,
    /// Text of users in one line of 50 only
    #[arg(long)]
    mostly_ascii: bool,
}

fn main() -> io::Result<()> {
    let args = Args::parse();
    let mut out = BufWriter::with_capacity(1 << 18, File::create(args.out)?);
    let written = write_log(&mut out, args.size, args.mostly_ascii)?;
    out.flush()?;
    println!("{written} bytes");
    Ok(())
}
