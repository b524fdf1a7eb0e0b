import type { FastifyInstance } from 'fastify'
import type { Whatsapp } from './emulator.ts'
import { failWith, FAILURES } from './graph-error.ts'

/** Numbers with this prefix belong to another account. */
const FOREIGN = '999'

/**
 * Numbers, accounts and media by id. An account has every number that was requested, because a number's id does not
 * reveal its account.
 */
export function addObjectRoutes(app: FastifyInstance, { library }: Whatsapp): void {
  const asked = new Set<string>()

  app.get<{ Params: { object: string } }>('/:object', async (request, reply) => {
    const id = request.params.object
    const media = library.media(id)
    if (media !== undefined) {
      const { type, sizeBytes, sha256 } = media
      const url = `https://lookaside.fbsbx.example/whatsapp_business/attachments/?mid=${id}`
      return { messaging_product: 'whatsapp', id, url, mime_type: type, sha256, file_size: sizeBytes }
    }
    if (!/^\d{5,}$/.test(id)) return failWith(reply, FAILURES.missingObject)
    const { fields = '' } = request.query as { fields?: string }
    if (!fields.includes('display_phone_number')) return { id, name: 'Sandbox business' }
    asked.add(id)
    return {
      id,
      display_phone_number: `+1 555-01${id.slice(-2)}`,
      verified_name: 'Sandbox business',
      quality_rating: 'GREEN',
      code_verification_status: 'VERIFIED',
      throughput: { level: 'STANDARD' },
    }
  })

  app.get('/:object/phone_numbers', async () => ({
    data: [...new Set([...asked, ...library.numbers])].filter(id => !id.startsWith(FOREIGN)).map(id => ({ id })),
  }))
}
