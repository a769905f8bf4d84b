//! The payloads of elicitation: asking the user (`client/elicitation`, 2025-06-18 and later; in 2026-07-28 an input
//! request).

use super::TaskMetadata;
use crate::proto::json::{Members, Number, RawJson, payload, words};

payload! {
    /// `params` of `elicitation/create`: a form with `requestedSchema`, or a page with `url`.
    pub struct ElicitParams {
        /// What the user is asked.
        message: String = "message",
    }
    optional {
        /// What the form has; demanded of a form.
        requested_schema: FormSchema = "requestedSchema",
    }
    later {
        /// `form` when missing (2025-11-25 and later).
        mode, with_mode: ElicitMode = "mode",
        /// The page to send the user to; demanded of mode `url`.
        url, with_url: String = "url",
        /// Names the elicitation; demanded of mode `url` (2025-11-25 only).
        elicitation_id, with_elicitation_id: String = "elicitationId",
        /// Asks for a task instead of a result (2025-11-25 only).
        task, with_task: TaskMetadata = "task",
    }
}

words! {
    /// How the user is asked (2025-11-25 and later).
    pub enum ElicitMode {
        /// In a form that the client shows.
        Form = "form",
        /// On a page of the server's: what the user says there passes the client by.
        Url = "url",
    }
}

payload! {
    /// A form: an object schema, flat, each property of a primitive type.
    pub struct FormSchema {
        /// Always `object`.
        kind: String = "type",
        /// The fields in their order, each a [`FieldSchema`] (`RawJson::parse` reads it).
        properties: Members = "properties",
    }
    optional {
        /// The names of the fields that must be filled.
        required: Vec<String> = "required",
    }
    later {
        /// The dialect (2025-11-25 and later).
        schema, with_schema: String = "$schema",
    }
}

payload! {
    /// One field of a form. Which members it has depends on its type.
    pub struct FieldSchema {
        /// `string`, `number`, `integer` or `boolean`; `array` for a choice of several (2025-11-25 and later).
        kind: String = "type",
    }
    optional {
        /// Name for people.
        title: String = "title",
        /// What it is for.
        description: String = "description",
        /// What it holds at first (for all types from 2025-11-25 on, before for booleans).
        default: RawJson = "default",
        /// Of a text: the least number of characters.
        min_length: Number = "minLength",
        /// Of a text: the greatest number of characters.
        max_length: Number = "maxLength",
        /// Of a text: `email`, `uri`, `date` or `date-time`.
        format: String = "format",
        /// Of a number: the least.
        minimum: Number = "minimum",
        /// Of a number: the greatest.
        maximum: Number = "maximum",
        /// Of a choice of one: the values.
        values: Vec<String> = "enum",
        /// Of a choice of one: what to show for each value (deprecated in favour of `oneOf` from 2025-11-25 on).
        value_names: Vec<String> = "enumNames",
        /// Of a choice of one: the values and what to show for each (2025-11-25 and later).
        one_of: Vec<TitledValue> = "oneOf",
        /// Of a choice of several: the values, as `enum` or `anyOf`.
        items: FieldItems = "items",
        /// Of a choice of several: the least number.
        min_items: Number = "minItems",
        /// Of a choice of several: the greatest number.
        max_items: Number = "maxItems",
    }
}

payload! {
    /// The values of a choice of several (2025-11-25 and later).
    #[derive(Default)]
    pub struct FieldItems {}
    optional {
        /// The values.
        values: Vec<String> = "enum",
        /// The values and what to show for each.
        any_of: Vec<TitledValue> = "anyOf",
    }
}

payload! {
    /// A value of a choice and what to show for it (2025-11-25 and later).
    pub struct TitledValue {
        /// The value.
        value: String = "const",
        /// What to show.
        title: String = "title",
    }
}

payload! {
    /// `result` of `elicitation/create`.
    pub struct ElicitResult {
        /// What the user did.
        action: ElicitAction = "action",
    }
    optional {
        /// What the user filled in: text, number, boolean or (2025-11-25 and later) a list of texts for each field.
        content: Members = "content",
    }
}

words! {
    /// What the user did when asked.
    pub enum ElicitAction {
        /// Answered, or agreed to open the page.
        Accept = "accept",
        /// Said no.
        Decline = "decline",
        /// Said nothing.
        Cancel = "cancel",
    }
}

payload! {
    /// `params` of `notifications/elicitation/complete` (2025-11-25 only).
    pub struct ElicitationCompleteParams {
        /// The elicitation that is over.
        elicitation_id: String = "elicitationId",
    }
}
