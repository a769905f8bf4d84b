//! How these forms change, and what they send.

use super::{Deed, FILL, FillMsg, Filling, Shelf, entries, known, uri};
use crate::panel::act::version;
use crate::panel::form::Field;
use crate::panel::model::Notice;
use crate::panel::update::tell;
use crate::panel::{Effect, Form, Model, Presence};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::encode;
use crate::proto::mcp::{Lifecycle, SubscriptionFilter, names};
use crate::proto::session::Side;
use crate::sim::Command;

/// Lets `msg` happen.
pub(in crate::panel) fn update(model: &mut Model, msg: FillMsg) -> Vec<Effect> {
    match msg {
        FillMsg::Open(shelf) => {
            let was_open = model.acting.filling.take().is_some_and(|filling| filling.shelf == shelf);
            if was_open {
                return Vec::new();
            }
            model.acting.filling = Some(Filling::new(shelf));
            follow(model);
            vec![Effect::Reveal(FILL.to_owned()), Effect::Focus(FILL.to_owned())]
        }
        FillMsg::List(method) => list(model, method, false),
        FillMsg::More(method) => list(model, method, true),
        FillMsg::Choose(name) => {
            let Some(filling) = &model.acting.filling else { return Vec::new() };
            let form = find(model, filling.shelf, &name);
            if let Some(filling) = model.acting.filling.as_mut().filter(|_| form.is_some()) {
                filling.form = form;
            }
            Vec::new()
        }
        FillMsg::Deed(deed) => {
            model.acting.filling.iter_mut().for_each(|filling| filling.deed = deed);
            Vec::new()
        }
        FillMsg::SetField { name, value } => field(model, &name, |field| field.value = value),
        FillMsg::SetPresence { name, presence } => field(model, &name, |field| field.presence = presence),
        FillMsg::Send => send(model),
    }
}

/// Keeps the form in step with what the client knows: after going back it may be less.
pub(in crate::panel) fn follow(model: &mut Model) {
    let Some(filling) = &model.acting.filling else { return };
    let shelf = filling.shelf;
    let is_there = filling.form.as_ref().is_some_and(|form| find(model, shelf, &form.tool).is_some());
    if is_there {
        return;
    }
    let first = entries(model, shelf).into_iter().flatten().next();
    if let Some(filling) = &mut model.acting.filling {
        filling.form = first;
    }
}

fn find(model: &Model, shelf: Shelf, name: &str) -> Option<Form> {
    entries(model, shelf).into_iter().flatten().find(|form| form.tool == name)
}

fn field(model: &mut Model, name: &str, change: impl FnOnce(&mut Field)) -> Vec<Effect> {
    let form = model.acting.filling.as_mut().and_then(|filling| filling.form.as_mut());
    form.and_then(|form| form.field_mut(name)).map(change);
    Vec::new()
}

fn list(model: &mut Model, method: String, more: bool) -> Vec<Effect> {
    let is_ours = Shelf::ALL.into_iter().any(|shelf| shelf.methods().contains(&method.as_str()));
    if !is_ours {
        return Vec::new();
    }
    let cursor = known(model, &method).1.filter(|_| more);
    let params = cursor.map(|cursor| RawJson::from_value(&Members::new().with("cursor", cursor)));
    tell(model, Command::Request { method, params })
}

/// The request that the form makes: its method and its parameters. Nothing where a field holds what it cannot.
fn request(model: &Model) -> Option<(&'static str, Members)> {
    let filling = model.acting.filling.as_ref()?;
    let form = filling.form.as_ref()?;
    if filling.shelf == Shelf::Prompts {
        let mut params = Members::new().with("name", &form.tool);
        if !form.fields.is_empty() {
            params.set("arguments", &form.arguments().ok()?);
        }
        return Some(("prompts/get", params));
    }
    let address = address(form);
    let is_modern = version(model, Side::Client).lifecycle() == Lifecycle::Discover;
    Some(match filling.deed {
        Deed::Read => ("resources/read", Members::new().with("uri", &address)),
        // Without a handshake there is one request for all that a client wants to be told.
        Deed::Subscribe if is_modern => {
            (names::LISTEN, Members::new().with("notifications", &filter(address)))
        }
        Deed::Subscribe => ("resources/subscribe", Members::new().with("uri", &address)),
        Deed::Unsubscribe => ("resources/unsubscribe", Members::new().with("uri", &address)),
    })
}

fn filter(address: String) -> SubscriptionFilter {
    SubscriptionFilter { resource_subscriptions: Some(vec![address]), ..SubscriptionFilter::default() }
}

/// The address that a form stands for: a plain one has no variables.
fn address(form: &Form) -> String {
    if form.fields.is_empty() {
        return form.tool.clone();
    }
    let value = |name: &str| {
        let field = form.fields.iter().find(|field| field.name == name)?;
        (field.presence == Presence::Value).then_some(field.value.as_str())
    };
    uri::expand(&form.tool, value)
}

/// The frame that the form would send now, with the id that it would get, without what frames it.
pub(in crate::panel) fn next_request(model: &Model) -> Option<String> {
    let (method, params) = request(model)?;
    let message = model.pair.client().preview(method, Some(RawJson::from_value(&params)), false);
    String::from_utf8(encode(&message)).ok()
}

fn send(model: &mut Model) -> Vec<Effect> {
    let Some((method, params)) = request(model) else {
        let form = model.acting.filling.as_ref().and_then(|filling| filling.form.as_ref());
        let wrong = form.and_then(|form| form.fields.get(form.arguments().err()?));
        model.notice = wrong.map(|field| Notice::BadField(field.name.clone()));
        return Vec::new();
    };
    tell(model, Command::Request { method: method.to_owned(), params: Some(RawJson::from_value(&params)) })
}
