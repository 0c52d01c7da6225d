//! A bounded in-memory cache: moka behind one key type and one value type, so that it is compiled once. A separate
//! instantiation per cache cost the server thousands of functions.

mod limiter;

pub use limiter::Limiter;

use std::any::Any;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use moka::future::CacheBuilder;

/// Values by their keys, up to a bound of their number or weight. Cheap to clone; clones share what they hold.
pub struct Cache<K, V> {
    held: Held,
    types: PhantomData<fn(K) -> V>,
}

impl<K, V> Clone for Cache<K, V> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), types: PhantomData }
    }
}

impl<K, V> Cache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Holds at most `max` values, or `max` weight if they are weighed.
    pub fn builder(max: u64) -> Builder<K, V> {
        let moka = moka::future::Cache::builder().max_capacity(max);
        Builder { moka, is_weighed: false, types: PhantomData }
    }

    pub async fn get(&self, key: &K) -> Option<V> {
        self.held.get(key).await.map(typed)
    }

    pub async fn insert(&self, key: K, value: V) {
        self.held.insert(Key(Box::new(key)), Arc::new(value)).await;
    }

    /// Whether the key was not there and is there now.
    pub async fn insert_new(&self, key: K, value: V) -> bool {
        self.held.get_with(Key(Box::new(key)), Arc::new(value)).await.is_fresh
    }

    /// The value, which is this one if there was none.
    pub async fn get_with(&self, key: K, value: V) -> V {
        typed(self.held.get_with(Key(Box::new(key)), Arc::new(value)).await.value)
    }

    /// The value, which is loaded if there is none. Concurrent callers share one load; a failure is told to
    /// all of them and not kept.
    pub async fn try_get_with<E>(&self, key: K, load: impl Future<Output = Result<V, E>> + Send) -> Result<V, Arc<E>>
    where
        E: Send + Sync + 'static,
    {
        let load =
            pin!(async { load.await.map(|value| Arc::new(value) as Value).map_err(|cause| Arc::new(cause) as Value) });
        match self.held.try_get_with(Key(Box::new(key)), load).await {
            Ok(value) => Ok(typed(value)),
            Err(cause) => {
                Err(Arc::downcast(Value::clone(&cause)).unwrap_or_else(|_| unreachable!("one type of failure")))
            }
        }
    }

    pub async fn invalidate(&self, key: &K) {
        self.held.invalidate(key).await;
    }

    /// How many values there are.
    pub async fn count(&self) -> u64 {
        self.held.moka.run_pending_tasks().await;
        self.held.moka.entry_count()
    }

    /// What all values weigh, at this moment.
    pub fn weight(&self) -> u64 {
        self.held.moka.weighted_size()
    }
}

pub struct Builder<K, V> {
    moka: CacheBuilder<Key, Value, moka::future::Cache<Key, Value>>,
    is_weighed: bool,
    types: PhantomData<fn(K) -> V>,
}

impl<K, V> Builder<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    pub fn weigher(self, weight: impl Fn(&K, &V) -> u32 + Send + Sync + 'static) -> Self {
        let weight = move |key: &Key, value: &Value| {
            let key = (&*key.0 as &dyn Any).downcast_ref::<K>();
            key.zip(value.downcast_ref::<V>()).map_or(u32::MAX, |(key, value)| weight(key, value))
        };
        Self { moka: self.moka.weigher(weight), is_weighed: true, ..self }
    }

    pub fn time_to_live(self, time: Duration) -> Self {
        Self { moka: self.moka.time_to_live(time), ..self }
    }

    pub fn time_to_idle(self, time: Duration) -> Self {
        Self { moka: self.moka.time_to_idle(time), ..self }
    }

    pub fn build(self) -> Cache<K, V> {
        Cache { held: Held { moka: build(self.moka), is_weighed: self.is_weighed }, types: PhantomData }
    }
}

/// Not generic, so that what it calls is compiled here and nowhere else.
fn build(builder: CacheBuilder<Key, Value, moka::future::Cache<Key, Value>>) -> moka::future::Cache<Key, Value> {
    builder.build()
}

type Value = Arc<dyn Any + Send + Sync>;

fn typed<V: Clone + 'static>(value: Value) -> V {
    value.downcast_ref::<V>().cloned().unwrap_or_else(|| unreachable!("a cache holds one type of value"))
}

/// A key of any type.
trait AnyKey: Any + Send + Sync {
    fn hash_into(&self, state: &mut dyn Hasher);
    fn is(&self, other: &dyn AnyKey) -> bool;
}

impl<K: Hash + Eq + Send + Sync + 'static> AnyKey for K {
    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn is(&self, other: &dyn AnyKey) -> bool {
        (other as &dyn Any).downcast_ref::<K>().is_some_and(|other| other == self)
    }
}

impl Hash for dyn AnyKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_into(state);
    }
}

impl PartialEq for dyn AnyKey {
    fn eq(&self, other: &Self) -> bool {
        self.is(other)
    }
}

impl Eq for dyn AnyKey {}

#[derive(Eq)]
struct Key(Box<dyn AnyKey>);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (*self.0).hash_into(state);
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        // Of what is in the box: a box of a key is a key too.
        (*self.0).is(&*other.0)
    }
}

impl Borrow<dyn AnyKey> for Key {
    fn borrow(&self) -> &dyn AnyKey {
        &*self.0
    }
}

struct Found {
    value: Value,
    is_fresh: bool,
}

#[derive(Clone)]
struct Held {
    moka: moka::future::Cache<Key, Value>,
    is_weighed: bool,
}

impl Held {
    async fn get(&self, key: &dyn AnyKey) -> Option<Value> {
        self.moka.get(key).await
    }

    async fn insert(&self, key: Key, value: Value) {
        self.moka.insert(key, value).await;
        self.settle().await;
    }

    async fn get_with(&self, key: Key, value: Value) -> Found {
        let entry = self.moka.entry(key).or_insert(value).await;
        let found = Found { is_fresh: entry.is_fresh(), value: entry.into_value() };
        if found.is_fresh {
            self.settle().await;
        }
        found
    }

    async fn try_get_with(
        &self,
        key: Key,
        load: Pin<&mut (dyn Future<Output = Result<Value, Value>> + Send)>,
    ) -> Result<Value, Arc<Value>> {
        let entry = self.moka.entry(key).or_try_insert_with(load).await?;
        if entry.is_fresh() {
            self.settle().await;
        }
        Ok(entry.into_value())
    }

    async fn invalidate(&self, key: &dyn AnyKey) {
        self.moka.invalidate(key).await;
    }

    /// Moka evicts lazily; a burst of heavy values must not exceed the bound even for a moment.
    async fn settle(&self) {
        if self.is_weighed {
            self.moka.run_pending_tasks().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn keys_find_their_own_values() {
        let cache: Cache<(u8, String), u32> = Cache::builder(100).build();
        for key in 0..50 {
            cache.insert((key, "a".into()), u32::from(key)).await;
            cache.insert((key, "b".into()), 1000 + u32::from(key)).await;
        }
        assert_eq!(cache.get(&(7, "a".into())).await, Some(7));
        assert_eq!(cache.get(&(7, "b".into())).await, Some(1007));
        assert_eq!(cache.get(&(7, "c".into())).await, None);
        cache.invalidate(&(7, "a".into())).await;
        assert_eq!(cache.get(&(7, "a".into())).await, None);
        assert_eq!(cache.get(&(7, "b".into())).await, Some(1007));
    }

    #[tokio::test]
    async fn loads_are_shared_and_failures_are_not_kept() {
        let cache: Cache<u8, u32> = Cache::builder(100).build();
        let loads = AtomicU32::new(0);
        let load = async |value: Result<u32, &'static str>| {
            loads.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            value
        };
        let (first, second) = tokio::join!(cache.try_get_with(1, load(Err("no"))), cache.try_get_with(2, load(Ok(2))));
        assert_eq!((first.map_err(|cause| *cause), second), (Err("no"), Ok(2)));
        let both = tokio::join!(cache.try_get_with(1, load(Ok(1))), cache.try_get_with(1, load(Ok(3))));
        assert_eq!(both, (Ok(1), Ok(1)));
        assert_eq!(loads.into_inner(), 3);
    }

    #[tokio::test]
    async fn insert_new_keeps_the_existing_value() {
        let cache: Cache<u8, u32> = Cache::builder(100).build();
        assert!(cache.insert_new(1, 1).await);
        assert!(!cache.insert_new(1, 2).await);
        assert_eq!((cache.get_with(1, 3).await, cache.get_with(2, 3).await), (1, 3));
    }

    #[tokio::test]
    async fn the_bound_of_weights_holds_at_every_moment() {
        let cache: Cache<u32, Vec<u8>> = Cache::builder(1000).weigher(|_, value: &Vec<u8>| value.len() as u32).build();
        for key in 0..100 {
            cache.insert(key, vec![0; 100]).await;
            assert!(cache.weight() <= 1000);
        }
        assert!(cache.count().await > 0);
    }

    #[tokio::test]
    async fn values_go_when_their_time_is_over() {
        let cache: Cache<u8, u32> = Cache::builder(100).time_to_live(Duration::from_millis(1)).build();
        cache.insert(1, 1).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert_eq!(cache.get(&1).await, None);
        assert!(cache.insert_new(1, 2).await);
    }
}
