#!/bin/sh
# Installs Tagline on Linux or macOS, or upgrades it and keeps its settings and data. `--help` lists the options.
# All is in functions, and the last line calls them, so that half of this file does nothing.
set -eu

# A release writes its address here.
DOWNLOADS=${TAGLINE_DOWNLOADS:-@DOWNLOADS@}
INSTALLATION=/var/lib/tagline
BACKUPS=/var/backups/tagline
# Debian's minimum has no xz.
APT_HELPER=/usr/lib/apt/apt-helper
# A unit in /etc, or a drop-in there, has precedence, so an upgrade changes nothing that an operator wrote.
UNIT=/usr/local/lib/systemd/system/tagline.service

# Both docs/operations.md and the packages take the unit from here.
unit() {
  cat <<'UNIT'
[Unit]
Description=Tagline
Wants=network-online.target
After=network-online.target
# starts again however often it has failed
StartLimitIntervalSec=0

[Service]
User=tagline
WorkingDirectory=/var/lib/tagline
ExecStart=/usr/local/bin/tagline
Restart=always
RestartSec=5
TimeoutStopSec=10
# if memory runs out while a photo is decoded, only the process that decodes it ends
OOMPolicy=continue
ProtectSystem=strict
# all that it may write to; a folder with - before it may be missing
ReadWritePaths=/var/lib/tagline -/var/backups/tagline
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
NoNewPrivileges=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
LockPersonality=yes
CapabilityBoundingSet=
UMask=0077

[Install]
WantedBy=multi-user.target
UNIT
}

usage() {
  cat <<'USAGE'
sh install.sh [OPTIONS]

Installs Tagline, or upgrades it. As root: for the whole machine, with a service. Otherwise: for you alone.

  --version VERSION  install this version instead of the newest
  --prefix FOLDER    install below FOLDER instead of /usr/local, or ~/.local without root
  --no-service       install only the program: no user, no folder for data, no service
  --uninstall        remove the program and the service, and keep settings and data
  --help             print this

TAGLINE_DOWNLOADS is the address of the folder that has the archives and SHA256SUMS.
USAGE
}

say() { printf '%s\n' "$*"; }
die() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }
systemd_runs() { [ -d /run/systemd/system ] && has systemctl; }

# fetch URL FILE
fetch() {
  if has curl; then
    curl -fsSL --retry 2 --proto-redir '=https' -o "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    die 'curl or wget is needed, and the certificates: apt-get install curl ca-certificates'
  fi
}

sum_of() {
  if has sha256sum; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# Prints linux-x64, linux-arm64-musl, darwin-arm64 and so on.
platform() {
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) die "there is no Tagline for $(uname -s); on Windows unpack the zip file of a release" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) die "there is no Tagline for the processor $(uname -m), only for x86_64 and arm64" ;;
  esac
  libc=
  if [ $os = linux ] && ! has_glibc; then libc=-musl; fi
  say "$os-$arch$libc"
}

has_glibc() {
  if [ -e /etc/alpine-release ]; then return 1; fi
  for loader in /lib64/ld-linux-x86-64.so.* /lib/ld-linux-aarch64.so.* /lib/*/ld-linux-*.so.*; do
    if [ -e "$loader" ]; then return 0; fi
  done
  return 1
}

# Puts the program and what belongs to it into $tmp, and has started it once.
download() {
  case $DOWNLOADS in
    @*) die 'set TAGLINE_DOWNLOADS to the address of a release, the folder that has SHA256SUMS' ;;
    https://* | http://127.0.0.1[:/]* | http://localhost[:/]*) ;;
    *) die "TAGLINE_DOWNLOADS must begin with https://, or others could change what is fetched: $DOWNLOADS" ;;
  esac
  from=${DOWNLOADS%/}
  case $version:$from in
    :*) ;;
    *:*/releases/latest/download) from=${from%/latest/download}/download/v$version ;;
  esac
  fetch "$from/SHA256SUMS" "$tmp/SHA256SUMS" || die "$from/SHA256SUMS could not be fetched"
  kind=$(platform)
  wanted=
  # a fifth smaller
  if has xz || [ -x $APT_HELPER ]; then wanted=$(listed "$kind.tar.xz"); fi
  [ -n "$wanted" ] || wanted=$(listed "$kind.tar.gz")
  [ -n "$wanted" ] || die "$from has no Tagline ${version:+$version }for $kind"
  archive=${wanted#* }
  say "Fetching $archive ..."
  packed=$tmp/packed.${archive##*.}
  fetch "$from/$archive" "$packed" || die "$from/$archive could not be fetched"
  [ "$(sum_of "$packed")" = "${wanted%% *}" ] ||
    die "$archive is not what SHA256SUMS says; nothing was changed. Try again, and tell whoever runs $from if it stays so"
  unpack "$packed" || die "$archive could not be unpacked; nothing was changed"
  chmod 755 "$tmp/tagline"
  # on the disk where it will be, and before the old one is replaced
  now=$("$tmp/tagline" --version) ||
    die "$archive does not start on this machine; nothing was changed"
}

# Prints the sum and the name of an archive of SHA256SUMS.
listed() {
  awk -v end="-$1" -v version="$version" '
    { name = $2; sub(/^\*/, "", name) }
    name ~ /^tagline-[0-9A-Za-z.-]+$/ && substr(name, length(name) - length(end) + 1) == end {
      its = substr(name, 9, length(name) - 8 - length(end))
      if (version == "" ? its ~ /^[0-9.]+$/ : its == version) found = $1 " " name
    }
    END { print found }' "$tmp/SHA256SUMS"
}

# apt's helper tells by the name how a file is packed.
unpack() {
  case $1 in
    *.xz) if has xz; then xz -dc "$1"; else $APT_HELPER cat-file "$1"; fi >"$tmp/tar" ;;
    *) gzip -dc "$1" >"$tmp/tar" ;;
  esac
  rm "$1"
  tar -xof "$tmp/tar" -C "$tmp" && rm "$tmp/tar"
}

# put FILE DESTINATION: replaces the destination in one step.
put() {
  [ -e "$tmp/$1" ] || return 0
  mkdir -p "${2%/*}"
  cp "$tmp/$1" "$2.new"
  chmod 644 "$2.new"
  mv -f "$2.new" "$2"
}

files() {
  cat <<FILES
LICENSE share/doc/tagline/LICENSE
THIRD-PARTY-NOTICES share/doc/tagline/THIRD-PARTY-NOTICES
man/tagline.1 share/man/man1/tagline.1
completions/tagline.bash share/bash-completion/completions/tagline
completions/tagline.zsh share/zsh/site-functions/_tagline
completions/tagline.fish share/fish/vendor_completions.d/tagline.fish
FILES
}

install_files() {
  files | while read -r file destination; do put "$file" "$prefix/$destination"; done
  mv -f "$tmp/tagline" "$prefix/bin/tagline"
}

make_user() {
  if ! id tagline >/dev/null 2>&1; then
    if has useradd; then
      useradd --system --user-group --home-dir $INSTALLATION --shell /usr/sbin/nologin tagline
    else
      addgroup -S tagline
      adduser -S -D -H -h $INSTALLATION -s /sbin/nologin -G tagline tagline
    fi
  fi
  for folder in $INSTALLATION $BACKUPS; do
    if [ ! -d "$folder" ]; then
      mkdir -p "$folder"
      chmod 700 "$folder"
      chown tagline:tagline "$folder"
    fi
  done
  if [ ! -e $INSTALLATION/.env ]; then
    (umask 077 && : >$INSTALLATION/.env)
    chown tagline:tagline $INSTALLATION/.env
  fi
}

install_unit() {
  mkdir -p ${UNIT%/*}
  unit | sed "s|/usr/local/bin/|$prefix/bin/|" >$UNIT.new
  mv -f $UNIT.new $UNIT
  if systemd_runs; then
    systemctl daemon-reload
    systemctl enable --quiet tagline
    systemctl restart tagline
  elif has systemctl; then
    systemctl enable --quiet tagline
  fi
}

setting() {
  sed -n "s/^$1=//p" $INSTALLATION/.env | tail -n 1 | tr -d "\"'"
}

wait_for_page() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    if fetch "http://$host:$port/healthz" /dev/null 2>/dev/null; then return 0; fi
    sleep 1
  done
  return 1
}

finish_service() {
  as="su -s /bin/sh tagline -c 'cd $INSTALLATION && $prefix/bin/tagline"
  port=$(setting PORT)
  port=${port:-3000}
  host=$(setting HOST)
  case $host in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; esac
  address=$(setting PUBLIC_URL)
  address=${address:-http://localhost:$port}
  if ! systemd_runs; then
    say "$now is installed. systemd does not run here, so start it: $as'"
    say "It then serves at $address."
  elif [ -n "$(setting LEASE)" ]; then
    say "$now is installed and was started: it serves at $address once it has the lease."
  elif wait_for_page; then
    say "$now serves at $address."
  else
    die "$now is installed and was started, but does not answer. It says why: journalctl -u tagline -n 20"
  fi
  if [ ! -s $INSTALLATION/.env ]; then
    say 'So far that is for this machine only, with a phone simulator. To use a real number and address:'
    say "  $as setup' && systemctl restart tagline"
  fi
}

uninstall() {
  [ -e "$prefix/bin/tagline" ] || [ -e $UNIT ] || die "there is no Tagline below $prefix"
  if [ "$(id -u)" = 0 ] && [ -e $UNIT ]; then
    if has systemctl; then systemctl disable --quiet --now tagline 2>/dev/null || systemctl disable --quiet tagline || true; fi
    rm -f $UNIT
    if systemd_runs; then systemctl daemon-reload; fi
  fi
  rm -f "$prefix/bin/tagline"
  files | while read -r _ destination; do rm -f "$prefix/$destination"; done
  rmdir "$prefix/share/doc/tagline" 2>/dev/null || true
  say 'Tagline is removed.'
  if [ "$(id -u)" = 0 ] && [ -d $INSTALLATION ]; then
    say "Settings and data are still in $INSTALLATION, and backups in $BACKUPS. To delete all of them:"
    say "  rm -r $INSTALLATION $BACKUPS && userdel tagline"
  fi
}

# value OPTION COUNT: the option needs one more argument.
value() { [ "$2" -gt 1 ] || die "$1 needs a value"; }

main() {
  version='' prefix='' service=yes action=install
  while [ $# -gt 0 ]; do
    case $1 in
      --version) value "$1" $# && version=${2#v} && shift ;;
      --prefix) value "$1" $# && prefix=${2%/} && shift ;;
      --no-service) service=no ;;
      --uninstall) action=uninstall ;;
      --help | -h) usage && exit ;;
      *) die "there is no option $1; --help lists them" ;;
    esac
    shift
  done
  if [ "$(id -u)" = 0 ]; then
    prefix=${prefix:-/usr/local}
  else
    prefix=${prefix:-$HOME/.local}
    service=no
  fi
  case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
  [ "$(uname -s)" = Linux ] || service=no
  if [ $action = uninstall ]; then
    uninstall
    exit
  fi
  if [ $service = yes ] && [ -e /usr/bin/tagline ] && [ "$prefix" != /usr ]; then
    die 'Tagline is here as a package: upgrade that, or remove it first'
  fi
  mkdir -p "$prefix/bin"
  tmp=$(mktemp -d "$prefix/bin/.tagline-XXXXXX")
  trap 'rm -rf "$tmp"' EXIT
  trap 'exit 130' HUP INT TERM
  download
  if [ $service = yes ]; then make_user; fi
  install_files
  if [ $service = yes ]; then
    install_unit
    finish_service
  else
    say "$now is installed as $prefix/bin/tagline, without a service."
    say 'The folder in which it is started has its settings and data:'
    say "  mkdir -p ~/tagline && cd ~/tagline && $prefix/bin/tagline"
    [ "$(id -u)" = 0 ] || say 'For a service that starts with the machine, run the same as root.'
  fi
}

main "$@"
