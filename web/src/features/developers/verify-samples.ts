/** Verification of webhooks in five languages, using only the standard library of each. */
import type { Language } from '../../components/samples/samples.ts'

export type VerifyLanguage = Exclude<Language, 'curl'>

export const VERIFY_LANGUAGES = [
  'typescript',
  'python',
  'php',
  'go',
  'ruby',
] as const satisfies readonly VerifyLanguage[]

export const VERIFY_SAMPLES: Record<VerifyLanguage, string> = {
  typescript: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function verify(secret: string, headers: Headers, body: string): boolean {
  const id = headers.get('webhook-id')
  const time = headers.get('webhook-timestamp')
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest()
  return (headers.get('webhook-signature') ?? '').split(' ').some(signature => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  python: `import base64, hashlib, hmac, time

def verify(secret: str, headers: dict, body: bytes) -> bool:
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    given = [s.removeprefix("v1,") for s in headers["webhook-signature"].split(" ")]
    return any(hmac.compare_digest(base64.b64encode(expected).decode(), s) for s in given)`,
  php: `<?php
function verify(string $secret, array $headers, string $body): bool {
    $id = $headers['webhook-id'];
    $at = $headers['webhook-timestamp'];
    if (abs(time() - (int) $at) > 300) return false;
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}`,
  go: `func verify(secret string, headers http.Header, body []byte) bool {
    id, at := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
    sent, err := strconv.ParseInt(at, 10, 64)
    if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
        return false
    }
    key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
    if err != nil {
        return false
    }
    mac := hmac.New(sha256.New, key)
    mac.Write([]byte(id + "." + at + "."))
    mac.Write(body)
    for _, each := range strings.Split(headers.Get("webhook-signature"), " ") {
        given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(each, "v1,"))
        if err == nil && hmac.Equal(given, mac.Sum(nil)) {
            return true
        }
    }
    return false
}`,
  ruby: `require "openssl"

def verify(secret, headers, body)
  id, at = headers["webhook-id"], headers["webhook-timestamp"]
  return false if (Time.now.to_i - at.to_i).abs > 300

  key = secret.delete_prefix("whsec_").unpack1("m")
  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{at}.#{body}")].pack("m0")
  headers["webhook-signature"].split(" ").any? { |given| OpenSSL.secure_compare(given, expected) }
end`,
}
