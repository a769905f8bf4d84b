//! Which places there is weather for, and what the others are told.

use super::*;

#[test]
fn every_state_has_one_code_and_all_data_is_of_a_state() {
    let codes: Vec<_> = STATES.as_bytes().chunks(2).collect();
    assert_eq!(codes.len(), 51);
    assert!(codes.iter().all(|code| codes.iter().filter(|other| *other == code).count() == 1));
    assert!(ALERTS.iter().all(|warned| alerts(warned.state).is_ok()));
}

#[test]
fn alerts_are_given_or_the_lack_of_them_is_explained() {
    let two = alerts("ca").expect("a state with data");
    assert!(
        two.starts_with("Active alerts for CA: 2. Sample data, not live.\n\nHeat Advisory\nArea: "),
        "{two}"
    );
    assert_eq!(alerts(" HI "), Ok("No active alerts for HI. Sample data, not live.".to_owned()));
    let none = "There is no data for WY; there is data for CA, HI, NY, TX. Sample data, not live.";
    assert_eq!(alerts("WY"), Err(none.to_owned()));
    for state in ["", "C", "California", "XX", "周", "LAKA"] {
        let expected = format!("{state:?} is no two-letter code of a US state, such as CA or NY.");
        assert_eq!(alerts(state), Err(expected));
    }
    assert!(alerts("LK").is_err(), "two letters of two neighbours");
}

#[test]
fn degrees_are_read_without_a_float() {
    for (degrees, expected) in [
        ("0", 0),
        ("-0.5", -5_000),
        ("40.71", 407_100),
        ("4071e-2", 407_100),
        ("-179.99999", -1_799_999),
        ("1e-300", 0),
        ("180.0", 1_800_000),
    ] {
        assert_eq!(units(degrees), Some(expected), "{degrees}");
    }
}

#[test]
fn a_forecast_is_for_the_nearest_city_in_reach() {
    for City { name, latitude, longitude, .. } in CITIES {
        let text = forecast(latitude, longitude).expect(name);
        assert!(text.starts_with(&format!("Forecast for {name}. Sample data, not live.\nToday: ")), "{text}");
    }
    // 0.89 degrees of latitude are 99 km, 0.91 are 101; in New York 1.18 and 1.20 of longitude.
    for (latitude, longitude, found) in [
        ("41.60", "-74.01", true),
        ("41.62", "-74.01", false),
        ("40.71", "-75.19", true),
        ("40.71", "-75.21", false),
        ("40.71", "74.01", false),
        ("0", "0", false),
        ("-90", "180", false),
    ] {
        assert_eq!(forecast(latitude, longitude).is_ok(), found, "{latitude}, {longitude}");
    }
    let error = forecast("0", "0").expect_err("the sea");
    assert!(
        error.starts_with("There is no data within 100 km of there; there is data for Beijing"),
        "{error}"
    );
    assert!(error.ends_with("121.47. Sample data, not live."), "{error}");
}

#[test]
fn the_cosines_are_those_of_the_latitudes() {
    for City { name, latitude, cosine, .. } in CITIES {
        let exact = latitude.parse::<f64>().expect("degrees").to_radians().cos() * 1_000.0;
        assert!((exact - f64::from(i32::try_from(*cosine).expect("small"))).abs() < 1.0, "{name}: {exact}");
    }
}

#[test]
fn the_other_way_around_the_world_may_be_shorter() {
    let city = City { longitude: "179.5", latitude: "0", cosine: 1_000, name: "", periods: [""; 3] };
    let distance = distance(&city, (0, -1_795_000)).expect("degrees");
    assert_eq!(distance, METRES_PER_DEGREE.pow(2));
}
