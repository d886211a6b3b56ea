#!/bin/sh
# Makes the certificates of this folder anew, with openssl. They are for tests only, so the keys are committed.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
printf '[ca]\ndefault_ca=own\n[own]\nnew_certs_dir=%s\ndatabase=%s/index\nserial=%s/serial\ndefault_md=sha256\npolicy=any\ncopy_extensions=copy\nunique_subject=no\n[any]\ncommonName=supplied\n' "$work" "$work" "$work" >"$work/ca.conf"
: >"$work/index"
echo 01 >"$work/serial"

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }

key "$work/authority.key"
openssl req -x509 -new -key "$work/authority.key" -days 36500 -subj "/CN=Authority for tests, trust it nowhere" \
  -addext "basicConstraints=critical,CA:TRUE" -out authority.pem

# Parameters: name, alternative name, first day, last day
signed() {
  key "$1.key"
  openssl req -new -key "$1.key" -subj "/CN=receiver for tests" -addext "subjectAltName=$2" -out "$work/$1.csr"
  openssl ca -batch -notext -config "$work/ca.conf" -cert authority.pem -keyfile "$work/authority.key" \
    -startdate "$3" -enddate "$4" -in "$work/$1.csr" -out "$1.pem"
}
signed trusted "IP:127.0.0.1,DNS:localhost" 20260101000000Z 21260101000000Z
signed of-another-host "DNS:another.example.com" 20260101000000Z 21260101000000Z
signed expired "IP:127.0.0.1,DNS:localhost" 20200101000000Z 20210101000000Z

key self-signed.key
openssl req -x509 -new -key self-signed.key -days 36500 -subj "/CN=receiver for tests" \
  -addext "subjectAltName=IP:127.0.0.1,DNS:localhost" -out self-signed.pem
