//! The weather behind `get_alerts` and `get_forecast`: a few places, made up once and for all.

use super::decimal::Decimal;

/// Said in every answer, so that nobody takes it for the weather.
const NOT_LIVE: &str = "Sample data, not live.";

/// Warnings for a state.
struct Warned {
    state: &'static str,
    /// What, where, how bad, and what to do.
    alerts: &'static [[&'static str; 4]],
}

/// Every state that `get_alerts` knows about, in the order of their codes.
const ALERTS: &[Warned] = &[
    Warned {
        state: "CA",
        alerts: &[
            [
                "Heat Advisory",
                "Sacramento Valley",
                "Moderate",
                "Drink water, stay in the shade, look after your neighbours.",
            ],
            ["Red Flag Warning", "North Bay hills", "Severe", "Light no fires outdoors; a spark is enough."],
        ],
    },
    Warned { state: "HI", alerts: &[] },
    Warned {
        state: "NY",
        alerts: &[[
            "Coastal Flood Watch",
            "Southern Queens",
            "Moderate",
            "Move cars away from the shore before high tide.",
        ]],
    },
    Warned {
        state: "TX",
        alerts: &[[
            "Severe Thunderstorm Warning",
            "Travis County",
            "Severe",
            "Go indoors and keep away from windows.",
        ]],
    },
];

/// The codes of the states and of the District of Columbia, two letters each.
const STATES: &str =
    "AKALARAZCACOCTDCDEFLGAHIIAIDILINKSKYLAMAMDMEMIMNMOMSMTNCNDNENHNJNMNVNYOHOKORPARISCSDTNTXUTVAVTWAWIWVWY";

/// The alerts for a state by its two-letter code, in letters of either case.
///
/// # Errors
/// It is no code of a state, or there is no data for the state.
pub(super) fn alerts(state: &str) -> Result<String, String> {
    let code = state.trim().to_ascii_uppercase();
    let is_state = code.len() == 2 && STATES.as_bytes().chunks(2).any(|state| state == code.as_bytes());
    if !is_state {
        return Err(format!("{state:?} is no two-letter code of a US state, such as CA or NY."));
    }
    let Some(warned) = ALERTS.iter().find(|warned| warned.state == code) else {
        let known: Vec<_> = ALERTS.iter().map(|warned| warned.state).collect();
        return Err(format!(
            "There is no data for {code}; there is data for {}. {NOT_LIVE}",
            known.join(", ")
        ));
    };
    let mut text = match warned.alerts.len() {
        0 => format!("No active alerts for {code}. {NOT_LIVE}"),
        count => format!("Active alerts for {code}: {count}. {NOT_LIVE}"),
    };
    for [event, area, severity, advice] in warned.alerts {
        let alert = ["\n\n", event, "\nArea: ", area, "\nSeverity: ", severity, "\nWhat to do: ", advice];
        text.push_str(&alert.concat());
    }
    Ok(text)
}

/// A city and its weather.
struct City {
    name: &'static str,
    /// In degrees, north and east.
    latitude: &'static str,
    longitude: &'static str,
    /// A thousand times the cosine of the latitude: a degree of longitude is that much shorter here.
    cosine: i64,
    /// Today, tonight and tomorrow.
    periods: [&'static str; 3],
}

const CITIES: &[City] = &[
    City {
        name: "Beijing (北京)",
        latitude: "39.90",
        longitude: "116.41",
        cosine: 767,
        periods: [
            "31 °C, sunny, south wind 12 km/h",
            "21 °C, clear, calm",
            "33 °C, hazy, south-west wind 10 km/h",
        ],
    },
    City {
        name: "Chicago",
        latitude: "41.88",
        longitude: "-87.63",
        cosine: 745,
        periods: [
            "26 °C, windy, west wind 35 km/h",
            "18 °C, partly cloudy, west wind 20 km/h",
            "24 °C, showers, north-west wind 25 km/h",
        ],
    },
    City {
        name: "New York",
        latitude: "40.71",
        longitude: "-74.01",
        cosine: 758,
        periods: [
            "28 °C, partly sunny, south-east wind 15 km/h",
            "22 °C, cloudy, south wind 10 km/h",
            "25 °C, rain in the afternoon, east wind 20 km/h",
        ],
    },
    City {
        name: "San Francisco",
        latitude: "37.77",
        longitude: "-122.42",
        cosine: 790,
        periods: [
            "17 °C, fog until noon, west wind 25 km/h",
            "12 °C, fog, west wind 20 km/h",
            "18 °C, sunny, west wind 25 km/h",
        ],
    },
    City {
        name: "Shanghai (上海)",
        latitude: "31.23",
        longitude: "121.47",
        cosine: 855,
        periods: [
            "34 °C, humid, south-east wind 15 km/h",
            "28 °C, thunderstorms, south-east wind 20 km/h",
            "32 °C, cloudy, east wind 15 km/h",
        ],
    },
];

/// A city's weather is good for this many kilometres around it.
const REACH_KM: i64 = 100;
/// A degree of latitude.
const METRES_PER_DEGREE: i64 = 111_195;
/// Coordinates are counted in this part of a degree, about ten metres.
const PER_DEGREE: i64 = 10_000;

/// The forecast for the nearest city. Coordinates are in degrees, north and east, from -90 to 90 and from -180 to 180.
///
/// # Errors
/// No city is near enough.
pub(super) fn forecast(latitude: &str, longitude: &str) -> Result<String, String> {
    let nearest = units(latitude).zip(units(longitude)).and_then(|place| {
        let far = |city: &'static City| Some((distance(city, place)?, city));
        let nearest = CITIES.iter().filter_map(far).min_by_key(|(squared, _)| *squared);
        nearest.filter(|(squared, _)| *squared <= (REACH_KM * 1_000).pow(2))
    });
    let Some((_, city)) = nearest else {
        let at = |city: &City| [city.name, " at ", city.latitude, ", ", city.longitude].concat();
        let cities: Vec<_> = CITIES.iter().map(at).collect();
        return Err(format!(
            "There is no data within {REACH_KM} km of there; there is data for {}. {NOT_LIVE}",
            cities.join("; ")
        ));
    };
    let [today, tonight, tomorrow] = city.periods;
    let days = ["\nToday: ", today, "\nTonight: ", tonight, "\nTomorrow: ", tomorrow];
    Ok(["Forecast for ", city.name, ". ", NOT_LIVE, &days.concat()].concat())
}

/// The square of the distance in metres, as on a flat map around the city: what is far away is only roughly so.
fn distance(city: &City, (latitude, longitude): (i64, i64)) -> Option<i64> {
    let north = units(city.latitude)? - latitude;
    let east = (units(city.longitude)? - longitude).abs();
    // Around the world the other way may be shorter.
    let east = east.min(360 * PER_DEGREE - east) * city.cosine / 1_000;
    let metres = |units: i64| units * METRES_PER_DEGREE / PER_DEGREE;
    Some(metres(north).pow(2) + metres(east).pow(2))
}

/// Degrees in whole units, what is beyond them cut off.
fn units(degrees: &str) -> Option<i64> {
    let exact = degrees.parse::<Decimal>().ok()?.to_string();
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    let digits: String = fraction.chars().chain(core::iter::repeat('0')).take(4).collect();
    // The sign is that of all digits, also of a whole part of 0.
    format!("{whole}{digits}").parse().ok()
}

#[cfg(test)]
mod tests;
