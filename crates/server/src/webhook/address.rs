//! Which addresses a public server may call: those of the public internet, never those of its own network.

use reqwest::Url;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Is the host of this URL a private address? Names are not addresses; [`is_private`] checks what they resolve
/// to.
pub(super) fn is_private_host(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return true };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let name = bare.trim_end_matches('.').to_ascii_lowercase();
    match bare.parse() {
        Ok(ip) => is_private(ip),
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    }
}

/// Is this anything but an address of the public internet? The lists are those of IANA for special purposes.
pub(super) fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_private_v4(ip),
        IpAddr::V6(ip) => is_private_v6(ip),
    }
}

fn is_private_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || a == 0
        || a >= 224 // multicast, reserved, broadcast
        || (a == 100 && (64..128).contains(&b)) // shared by providers
        || (a == 192 && b == 0 && c == 0) // protocol assignments
        || (a == 192 && b == 88 && c == 99) // relays that are no more
        || (a == 198 && (18..20).contains(&b)) // benchmarks
}

fn is_private_v6(ip: Ipv6Addr) -> bool {
    let part = ip.segments();
    let inside = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_private_v4(Ipv4Addr::new(a, b, c, d))
    };
    match part {
        // Addresses that hold one of IPv4: mapped, translated, 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => inside(high, low),
        [0x2002, high, low, ..] => inside(high, low),
        // Documentation and protocol assignments lie inside 2000::/3, of which all else is public.
        [0x2001, 0xdb8, ..] => true,
        [0x2001, second, ..] if second < 0x200 => true,
        [0x3fff, second, ..] if second < 0x1000 => true,
        [first, ..] => first & 0xe000 != 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses() {
        for ip in [
            "127.0.0.1",
            "127.9.9.9",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "192.0.0.1",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "::127.0.0.1",
            "100::1",
            "5f00::1",
            "64:ff9b:1::1",
        ] {
            assert!(is_private(ip.parse().unwrap()), "{ip}");
        }
        for ip in [
            "1.1.1.1",
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "192.1.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
            "2002:101:101::",
            "2a00::1",
        ] {
            assert!(!is_private(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn hosts_of_urls_however_they_are_written() {
        for url in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://017700000001/",
            "http://[::1]:80/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://127.1/",
            "http://[::ffff:7f00:1]/",
        ] {
            assert!(is_private_host(&url.parse().unwrap()), "{url}");
        }
        assert!(!is_private_host(&"https://example.org/".parse().unwrap()));
    }
}
