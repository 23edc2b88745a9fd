//! What was saved, damaged.

use serde::Serialize;
use serde_json::{Map, Number, Value, json};

/// Numbers at which something changes.
const NUMBERS: [u64; 14] = [0, 1, 2, 3, 4, 5, 8, 12, 13, 17, 0x80, 0xFF, 1 << 62, u64::MAX];

/// Every value that has one part changed: a number, a name, or anything in place of another thing.
pub(crate) fn damaged_values(value: &impl Serialize) -> Vec<Value> {
    let value = serde_json::to_value(value).expect("it can be saved");
    let mut all = Vec::new();
    damage(&value, &mut |damaged| all.push(damaged));
    all
}

fn damage(value: &Value, found: &mut dyn FnMut(Value)) {
    for other in [json!(null), json!(true), json!("First"), json!("Text"), json!([]), json!({})] {
        found(other);
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                damage(item, &mut |other| {
                    let mut items = items.clone();
                    items[index] = other;
                    found(Value::Array(items));
                });
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                damage(field, &mut |other| {
                    let mut fields: Map<_, _> = fields.clone();
                    fields.insert(name.clone(), other);
                    found(Value::Object(fields));
                });
                let mut fields: Map<_, _> = fields.clone();
                fields.remove(name);
                found(Value::Object(fields));
            }
        }
        _ => NUMBERS.into_iter().for_each(|number| found(Value::Number(Number::from(number)))),
    }
}

/// Every string of bytes that has one byte changed, or is cut short.
pub(crate) fn damaged_bytes(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all: Vec<_> = (0..bytes.len()).map(|len| bytes[..len].to_vec()).collect();
    for index in 0..bytes.len() {
        for change in [0x01, 0x02, 0x04, 0x10, 0x20, 0x80, 0xFF] {
            let mut damaged = bytes.to_vec();
            damaged[index] ^= change;
            all.push(damaged);
        }
    }
    all
}
