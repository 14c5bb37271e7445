# shellcheck shell=bash
# Debian in a folder: a new one, for scripts that try something where nothing is installed, and
# packages of another suite. Source it after common.sh.
#
# The folder of a new Debian is below TMPDIR, or else below build, and is removed when the script ends. PAD_MIRROR
# names the mirror of Debian, without /debian; apt's own one is the default. The new Debian has the
# settings of this one's apt for fetching packages.

# Fails unless root runs the script, as $1 needs.
require_root() {
  [ "$(id -u)" -eq 0 ] ||
    fail "$1 installs a Debian in a folder, which only root may do; run it as root"
}

remove_userland() {
  step "remove $userland"
  # What is mounted must go before the folder does.
  if mountpoint -q "$userland/proc"; then
    umount "$userland/proc" || umount -l "$userland/proc"
  fi
  if mountpoint -q "$userland/proc"; then
    fail "'$userland/proc' is still mounted; unmount it, and remove '$userland'"
  fi
  rm -rf --one-file-system "$userland" "$userland.log"
}

# Prints the mirror of Debian, without /debian.
debian_mirror() {
  local mirror
  mirror=${PAD_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' |
    awk 'sub("/debian/?$", "") && !found++')}
  [ -n "$mirror" ] || fail "apt has no mirror of Debian; set PAD_MIRROR to one"
  echo "$mirror"
}

# Prints this apt's settings for fetching packages: a proxy, and whether a mirror may be out of date.
fetch_settings() {
  apt-config dump --format '%F "%v";%n' Acquire
}

# Unpacks package $3 of suite $2, and all that it depends on, in the new folder $1. Their programs
# run from there by their own dynamic loader, and nothing of this Debian changes. apt cannot verify
# them where the keys of the suite are younger than this Debian.
unpack_packages() {
  local folder=$1 suite=$2 package=$3 mirror apt=$1/apt archive
  mirror=$(debian_mirror)
  mkdir -p "$apt"/etc/apt/{apt.conf.d,preferences.d} "$apt"/var/lib/{apt/lists/partial,dpkg} \
    "$apt/var/cache/apt/archives/partial"
  : >"$apt/var/lib/dpkg/status"
  echo "deb [trusted=yes] $mirror/debian $suite main" >"$apt/etc/apt/sources.list"
  {
    fetch_settings
    echo "Dir \"$apt\"; Dir::State::status \"$apt/var/lib/dpkg/status\";"
    echo 'APT::Install-Recommends "false"; APT::Sandbox::User "";'
  } >"$apt/apt.conf"
  APT_CONFIG=$apt/apt.conf apt-get -qq update 2>/dev/null
  APT_CONFIG=$apt/apt.conf apt-get -qq --yes --download-only install "$package"
  # As the package base-files has them.
  mkdir -p "$folder/usr/lib"
  ln -s usr/lib "$folder/lib"
  for archive in "$apt"/var/cache/apt/archives/*.deb; do
    dpkg-deb -x "$archive" "$folder"
  done
  rm -r "$apt"
}

# Installs suite $1 of Debian in a new folder, and sets `userland` to it. $2, if it is given, is
# the suite of security updates.
make_userland() {
  local suite=$1 security=${2:-} mirror
  mkdir -p build
  userland=$(mktemp -d "${TMPDIR:-$root/build}/userland.XXXXXX")
  # As debootstrap expects it, and the user _apt.
  chmod 755 "$userland"
  trap remove_userland EXIT
  mirror=$(debian_mirror)
  step "install Debian ($suite)"
  debootstrap --variant=minbase "$suite" "$userland" "$mirror/debian" >"$userland.log" 2>&1 || {
    tail -n 20 "$userland.log" >&2
    fail "debootstrap could not install Debian from '$mirror/debian'; PAD_MIRROR names another mirror"
  }
  if [ -n "$security" ]; then
    echo "deb $mirror/debian-security $security main" >>"$userland/etc/apt/sources.list"
  fi
  fetch_settings >"$userland/etc/apt/apt.conf.d/90acquire"
  cp /etc/resolv.conf "$userland/etc/resolv.conf"
  mount --bind /proc "$userland/proc"
}

# Runs a command there.
in_userland() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root chroot "$userland" "$@"
}
