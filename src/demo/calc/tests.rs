//! What expressions evaluate to, and what is said of those that do not.

use super::*;

/// What the tool answers, good or bad.
fn calc(expression: &str) -> String {
    evaluate(expression).map_or_else(|error| error.to_string(), display)
}

#[test]
fn expressions_have_the_values_that_python_gives_them() {
    for (expression, value) in [
        ("2 ** 10", "1024"),
        ("1/3", "0.3333333333333333"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 4 - 3", "3"),
        ("100 / 10 / 5", "2"),
        ("6 / 4", "1.5"),
        ("2 * 3 ** 2", "18"),
        ("2 ** 3 ** 2", "512"),
        ("(2 ** 3) ** 2", "64"),
        ("-2 ** 2", "-4"),
        ("(-2) ** 2", "4"),
        ("(-2) ** 3", "-8"),
        ("2 ** -1", "0.5"),
        ("2 ** -2 ** 2", "0.0625"),
        ("2 ** -1 * 4", "2"),
        ("2 ** - 1 + 1", "1.5"),
        ("-2 * -3", "6"),
        ("2 - -3", "5"),
        ("- - +3", "3"),
        ("7 % 3", "1"),
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("-7 % -3", "-1"),
        ("6 % -3", "0"),
        ("5.5 % 2", "1.5"),
        ("2 * 7 % 4", "2"),
        ("-1 ** 0.5", "-1"),
        ("0 ** 0", "1"),
        ("0 ** 2", "0"),
        ("-0", "0"),
        ("0 * -1", "0"),
        (" ( ( 1 ) )\t\n", "1"),
        (".5 + 5.", "5.5"),
        ("1e3", "1000"),
        ("2.5E-3", "0.0025"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("10 ** 20", "100000000000000000000"),
        ("10 ** 21", "1e21"),
        ("2 ** 100", "1.2676506002282294e30"),
        ("-10 ** 30", "-1e30"),
        ("1e-400", "0"),
    ] {
        assert_eq!(calc(expression), value, "{expression}");
    }
}

#[test]
fn what_has_no_value_is_explained_with_its_column() {
    for (expression, message) in [
        ("", "column 1: expected a number or '(', found the end"),
        ("1 +", "column 4: expected a number or '(', found the end"),
        ("1 2", "column 3: expected an operator or the end, found a number"),
        ("1.2.3", "column 4: expected an operator or the end, found a number"),
        ("1 // 2", "column 4: expected a number or '(', found '/'"),
        ("* 2", "column 1: expected a number or '(', found '*'"),
        ("()", "column 2: expected a number or '(', found ')'"),
        ("(1", "column 3: expected an operator or ')', found the end"),
        ("1)", "column 2: expected an operator or the end, found ')'"),
        ("2(3)", "column 2: expected an operator or the end, found '('"),
        ("1 / 0", "column 3: division by zero"),
        ("5 % (1 - 1)", "column 3: division by zero"),
        ("0 ** -1", "column 3: division by zero"),
        ("(-8) ** (1/3)", "column 6: a negative number to a power that is not whole is not real"),
        ("10 ** 400", "column 4: the number is too large"),
        ("1 + 1e999", "column 5: the number is too large"),
        ("1e308 * 10", "column 7: the number is too large"),
        ("1e308 + 1e308", "column 7: the number is too large"),
        ("2 ^ 3", "column 3: '^' cannot be calculated; there are numbers, + - * / ** % and ( )"),
        ("１+1", "column 1: '１' cannot be calculated; there are numbers, + - * / ** % and ( )"),
        ("1 + é", "column 5: 'é' cannot be calculated; there are numbers, + - * / ** % and ( )"),
        ("__import__('os')", "column 1: '_' cannot be calculated; there are numbers, + - * / ** % and ( )"),
        ("1e", "column 2: 'e' cannot be calculated; there are numbers, + - * / ** % and ( )"),
        (".", "column 1: '.' cannot be calculated; there are numbers, + - * / ** % and ( )"),
    ] {
        assert_eq!(calc(expression), message, "{expression}");
    }
}

#[test]
fn depth_counts_nesting_and_nothing_else() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(calc(&nested(64)), "1");
    assert_eq!(calc(&nested(65)), "column 65: nested deeper than 64 levels");
    assert_eq!(calc(&format!("{}1", "-".repeat(64))), "1");
    assert_eq!(calc(&format!("{}1", "-".repeat(65))), "column 65: nested deeper than 64 levels");
    assert_eq!(calc(&format!("1{}", "**1".repeat(64))), "1");
    assert_eq!(calc(&format!("1{}", "**1".repeat(65))), "column 196: nested deeper than 64 levels");
    // A long row is not deep, nor are groups side by side.
    assert_eq!(calc(&format!("1{}", "+1".repeat(499))), "500");
    assert_eq!(calc(&format!("1{}", "*(1)".repeat(200))), "1");
}

#[test]
fn length_is_bounded_in_bytes_and_reported_in_characters() {
    assert_eq!(calc(&format!("1{}", " ".repeat(999))), "1");
    assert_eq!(calc(&" ".repeat(1_001)), "column 1001: the expression is longer than 1000 bytes");
    // 333 characters of three bytes fill 999 bytes; the next one crosses the limit.
    assert_eq!(calc(&"二".repeat(400)), "column 335: the expression is longer than 1000 bytes");
}

#[test]
fn sums_and_products_of_small_integers_agree_with_machine_integers() {
    for a in -6_i32..=6 {
        for b in -6..=6 {
            for c in -6..=6 {
                assert_eq!(calc(&format!("{a} + {b} * {c}")), (a + b * c).to_string());
                assert_eq!(calc(&format!("({a} - {b}) * {c}")), ((a - b) * c).to_string());
            }
            if b > 0 {
                assert_eq!(calc(&format!("({a}) % {b}")), a.rem_euclid(b).to_string());
                assert_eq!(calc(&format!("({a}) ** {b}")), a.pow(b.unsigned_abs()).to_string());
            }
        }
    }
}

#[test]
fn remainders_are_those_of_rust() {
    let least = f64::from_bits(1);
    let mut values = vec![least, 2.0 * least, 3.0 * least, f64::MIN_POSITIVE, 0.1, 1.0, 3.0, 1e22, f64::MAX];
    // A walk through all sizes, with different digits at each.
    values.extend((1..100_u64).map(|n| f64::from_bits(n * 0x0148_f0e1_d2c3_b4a5)));
    for &rest in &values {
        for &divisor in &values {
            assert_eq!(remainder(rest, divisor), rest % divisor, "{rest:e} % {divisor:e}");
        }
    }
}

#[test]
fn values_read_back_as_themselves() {
    for value in [0.1, 1.0 / 3.0, 1e-7, 123_456.789, 1e21, f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1)] {
        assert_eq!(evaluate(&display(value)), Ok(value));
        assert_eq!(evaluate(&display(-value)), Ok(-value));
    }
}

#[test]
fn no_text_of_the_alphabet_panics() {
    // Every text of up to five of these characters: what parses is finite, what does not says where.
    let alphabet = ['1', '0', '.', 'e', '+', '-', '*', '/', '%', '(', ')'];
    let mut texts = vec![String::new()];
    for _ in 0..5 {
        texts = texts.iter().flat_map(|text| alphabet.map(|next| format!("{text}{next}"))).collect();
        for text in &texts {
            match evaluate(text) {
                Ok(value) => assert!(value.is_finite(), "{text}"),
                Err(error) => assert!((1..=text.len() + 1).contains(&error.column), "{text}: {error}"),
            }
        }
    }
}
