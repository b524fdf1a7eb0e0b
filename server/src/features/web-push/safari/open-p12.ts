/** Reads a PKCS#12 file (RFC 7292), as exported by macOS and Apple's pages: certificates and the key of one of them. */
import forge from 'node-forge'

export type P12Fault = 'not_p12' | 'wrong_password' | 'no_key' | 'not_rsa' | 'unreadable'

/** PEM; all certificates of the file in its order. */
export type OpenedP12 = { certificates: string[]; key: string } | { fault: P12Fault }

export interface P12File {
  file: Uint8Array
  password: string
}

/** Runs in a thread. Never throws: every fault of the file is returned. */
export function openP12({ file, password }: P12File): OpenedP12 {
  const outer = outerOf(file)
  if (outer === null) return { fault: 'not_p12' }
  try {
    const { safeContents } = forge.pkcs12.pkcs12FromAsn1(outer, false, password)
    const bags = safeContents.flatMap(({ safeBags }) => safeBags)
    const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids
    const keys = bags.filter(({ type }) => type === keyBag || type === pkcs8ShroudedKeyBag)
    if (keys.length === 0) return { fault: 'no_key' }
    const [key] = keys.flatMap(bag => bag.key ?? [])
    // What it cannot read is a key of another kind.
    if (key === undefined) return { fault: 'not_rsa' }
    const certificates = bags.flatMap(bag =>
      bag.type === certBag && bag.cert ? [forge.pki.certificateToPem(bag.cert)] : [],
    )
    return { certificates, key: forge.pki.privateKeyToPem(key as forge.pki.rsa.PrivateKey) }
  } catch (error) {
    return { fault: faultOf(error instanceof Error ? error.message : '') }
  }
}

/** The version 3 sequence of every such file; null for anything else. */
function outerOf(file: Uint8Array): forge.asn1.Asn1 | null {
  try {
    const outer = forge.asn1.fromDer(Buffer.from(file).toString('binary'))
    const [version] = Array.isArray(outer.value) ? outer.value : []
    return version?.type === forge.asn1.Type.INTEGER && version.value === '\x03' ? outer : null
  } catch {
    return null
  }
}

function faultOf(words: string): P12Fault {
  if (/MAC could not be verified|Invalid password|Cannot decrypt|could not decrypt/i.test(words))
    return 'wrong_password'
  return /not an? PKCS#12|PKCS#12 PFX/i.test(words) ? 'not_p12' : 'unreadable'
}
