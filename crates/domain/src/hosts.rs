//! The hosts that a channel is served at. The first is the main one, which mails and banks lead to.

pub const MAX_HOSTS: usize = 20;

/// A change of a channel's hosts, by names as `normal_host` keeps them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostChange {
    Add(String),
    Remove(String),
    MakeMain(String),
}

impl HostChange {
    pub fn host(&self) -> &str {
        match self {
            Self::Add(host) | Self::Remove(host) | Self::MakeMain(host) => host,
        }
    }
}

/// Why the hosts stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostsError {
    /// No host of the channel.
    Unknown,
    /// The last one stays: a channel without a host cannot be reached.
    Last,
    TooMany,
    /// Another channel is served at it.
    Taken,
}

/// The hosts after a change, in their order. A change that is made already changes nothing.
pub fn changed_hosts(mut hosts: Vec<String>, change: &HostChange) -> Result<Vec<String>, HostsError> {
    let place = hosts.iter().position(|host| host == change.host());
    match (change, place) {
        (HostChange::Add(_), Some(_)) => {}
        (HostChange::Add(_), None) if hosts.len() >= MAX_HOSTS => return Err(HostsError::TooMany),
        (HostChange::Add(host), None) => hosts.push(host.clone()),
        (_, None) => return Err(HostsError::Unknown),
        (HostChange::Remove(_), Some(_)) if hosts.len() == 1 => return Err(HostsError::Last),
        (HostChange::Remove(_), Some(place)) => drop(hosts.remove(place)),
        (HostChange::MakeMain(_), Some(place)) => hosts[..=place].rotate_right(1),
    }
    Ok(hosts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn change() -> impl Strategy<Value = HostChange> {
        let host = prop::sample::select((0..24).map(|n| format!("h{n}.test")).collect::<Vec<_>>());
        (0..3, host).prop_map(|(kind, host)| match kind {
            0 => HostChange::Add(host),
            1 => HostChange::Remove(host),
            _ => HostChange::MakeMain(host),
        })
    }

    proptest! {
        /// OPS-02: however often hosts change, there is at least one, none stands twice, the others keep their order,
        /// and the same change again changes nothing.
        #[test]
        fn hosts_stay_usable(changes in prop::collection::vec(change(), 0..60)) {
            let mut hosts = vec!["first.test".to_owned()];
            for change in &changes {
                let Ok(next) = changed_hosts(hosts.clone(), change) else { continue };
                prop_assert!((1..=MAX_HOSTS).contains(&next.len()));
                let mut others = next.clone();
                others.sort();
                others.dedup();
                prop_assert_eq!(others.len(), next.len());
                let rest = |hosts: &[String]| -> Vec<String> {
                    hosts.iter().filter(|host| *host != change.host()).cloned().collect()
                };
                prop_assert_eq!(rest(&hosts), rest(&next));
                match change {
                    HostChange::Add(host) => prop_assert!(next.contains(host) && next[0] == hosts[0]),
                    HostChange::Remove(host) => prop_assert!(!next.contains(host)),
                    HostChange::MakeMain(host) => prop_assert_eq!(&next[0], host),
                }
                if !matches!(change, HostChange::Remove(_)) {
                    prop_assert_eq!(changed_hosts(next.clone(), change), Ok(next.clone()));
                }
                hosts = next;
            }
        }
    }

    #[test]
    fn last_host_stays() {
        let one = vec!["a.test".to_owned()];
        assert_eq!(changed_hosts(one.clone(), &HostChange::Remove("a.test".into())), Err(HostsError::Last));
        assert_eq!(changed_hosts(one, &HostChange::Remove("b.test".into())), Err(HostsError::Unknown));
        let full: Vec<String> = (0..MAX_HOSTS).map(|n| format!("h{n}.test")).collect();
        assert_eq!(changed_hosts(full, &HostChange::Add("more.test".into())), Err(HostsError::TooMany));
    }
}
