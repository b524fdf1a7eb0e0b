import * as api from '@notifly/contracts/templates/blocks'
import type { Deps } from '../../../http/deps.ts'
import { type Http, pagedRoute, route } from '../../../http/route.ts'
import { applyBlock } from './apply.ts'
import * as blocks from './blocks.ts'

export function blockRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database
  pagedRoute(http, api.listTemplateBlocks, ({ caller, query: { search, page, per_page: perPage } }) =>
    blocks.listBlocks(kysely, { applicationId: caller.applicationId, search, page, perPage }),
  )
  route(http, api.readTemplateBlock, ({ caller, params }) =>
    blocks.readBlock(deps, { applicationId: caller.applicationId, blockId: params.uuid.toLowerCase() }),
  )
  route(http, api.createTemplateBlock, ({ caller, body }) => blocks.createBlock(deps, caller, body))
  route(http, api.updateTemplateBlock, ({ caller, params, body }) =>
    blocks.updateBlock(deps, caller, params.uuid.toLowerCase(), body),
  )
  route(http, api.deleteTemplateBlock, ({ caller, params }) =>
    blocks.deleteBlock(deps, caller, params.uuid.toLowerCase()),
  )
  route(http, api.applyTemplateBlock, ({ caller, params, body }) =>
    applyBlock(deps, caller, params.uuid.toLowerCase(), {
      after: body.after?.toLowerCase(),
      except: body.except?.toLowerCase(),
    }),
  )
}
