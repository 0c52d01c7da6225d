//! The form encoding of requests: `items[0][price_data][currency]=usd`.

use std::fmt::Display;

use form_urlencoded::Serializer;

/// Fields in the order in which they were added. It holds people's addresses, so that it cannot be printed.
#[derive(Clone, Default)]
pub(super) struct Form(Vec<(String, String)>);

impl Form {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn with(mut self, key: &str, value: impl Display) -> Self {
        self.0.push((key.to_owned(), value.to_string()));
        self
    }

    pub(super) fn maybe(self, key: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Puts the fields of another form below a name: `a[b]` below `items[0]` is `items[0][a][b]`.
    pub(super) fn below(mut self, name: &str, inner: Form) -> Self {
        let moved = inner.0.into_iter().map(|(key, value)| {
            let (first, rest) = key.split_at(key.find('[').unwrap_or(key.len()));
            (format!("{name}[{first}]{rest}"), value)
        });
        self.0.extend(moved);
        self
    }

    /// The fields of both.
    pub(super) fn join(mut self, other: Form) -> Self {
        self.0.extend(other.0);
        self
    }

    /// A list of forms: `name[0]`, `name[1]`, ….
    pub(super) fn list(self, name: &str, inner: impl IntoIterator<Item = Form>) -> Self {
        let numbered = inner.into_iter().enumerate();
        numbered.fold(self, |form, (number, inner)| form.below(&format!("{name}[{number}]"), inner))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn encode(&self) -> String {
        Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    enum Tree {
        Leaf(String),
        Branch(BTreeMap<String, Tree>),
    }

    fn form_of(branch: &BTreeMap<String, Tree>) -> Form {
        branch.iter().fold(Form::new(), |form, (key, tree)| match tree {
            Tree::Leaf(text) => form.with(key, text),
            Tree::Branch(inner) => form.below(key, form_of(inner)),
        })
    }

    /// Reads a form the way that the provider does, by brackets.
    fn tree_of(encoded: &str) -> BTreeMap<String, Tree> {
        let mut root = BTreeMap::new();
        for (key, value) in form_urlencoded::parse(encoded.as_bytes()) {
            let mut names: Vec<_> = key.split('[').map(|name| name.trim_end_matches(']').to_owned()).collect();
            let last = names.pop().unwrap();
            let place = names.into_iter().fold(&mut root, |place: &mut BTreeMap<String, Tree>, name| {
                match place.entry(name).or_insert_with(|| Tree::Branch(BTreeMap::new())) {
                    Tree::Branch(inner) => inner,
                    Tree::Leaf(_) => panic!("{encoded}"),
                }
            });
            assert_eq!(place.insert(last, Tree::Leaf(value.into_owned())), None, "{encoded}");
        }
        root
    }

    fn trees() -> impl Strategy<Value = BTreeMap<String, Tree>> {
        let branch = |of: BoxedStrategy<Tree>| prop::collection::btree_map("[a-z0-9_]{1,8}", of, 1..4);
        let tree = ".{0,20}"
            .prop_map(Tree::Leaf)
            .boxed()
            .prop_recursive(3, 24, 4, move |inner| branch(inner.boxed()).prop_map(Tree::Branch).boxed());
        branch(tree.boxed())
    }

    #[test]
    fn names_nest_by_brackets() {
        let price = Form::new().with("currency", "usd").below("recurring", Form::new().with("interval", "month"));
        let items = [Form::new().below("price_data", price), Form::new().with("quantity", 2)];
        let form = Form::new().with("customer", "cus_1").maybe("coupon", None::<&str>).list("items", items);
        let keys: Vec<_> = form.0.iter().map(|(key, _)| key.as_str()).collect();
        let expected = [
            "customer",
            "items[0][price_data][currency]",
            "items[0][price_data][recurring][interval]",
            "items[1][quantity]",
        ];
        assert_eq!(keys, expected);
        assert_eq!(Form::new().with("metadata[a]", "1 & 2=é").encode(), "metadata%5Ba%5D=1+%26+2%3D%C3%A9");
    }

    proptest! {
        /// T11: whatever a field holds, it stays in its field.
        #[test]
        fn form_fields_read_back_as_written(tree in trees()) {
            prop_assert_eq!(tree_of(&form_of(&tree).encode()), tree);
        }
    }
}
