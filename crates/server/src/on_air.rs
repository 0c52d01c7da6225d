//! The games that are live on this server, by what their pictures are kept under.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::ids::MediaId;
use media::air::Air;

/// Filled by whoever takes the pictures in; asked with every request of a viewer.
#[derive(Default)]
pub struct OnAir(RwLock<HashMap<MediaId, Arc<Air>>>);

impl OnAir {
    pub fn get(&self, media: MediaId) -> Option<Arc<Air>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&media).cloned()
    }

    pub fn insert(&self, media: MediaId, air: Arc<Air>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(media, air);
    }

    pub fn remove(&self, media: MediaId) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&media);
    }
}
