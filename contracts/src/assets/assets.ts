/** Public files that members upload: icons, banners, images of messages. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'

/** 2 MB. */
export const ASSET_MAX_BYTES = 2_097_152

export const ASSET_EXTENSIONS =
  'txt pdf png jpg jpeg gif aif cda mid midi mp3 mpa ogg wav wma wpl m4a flac mp4 aac 3gp ra rm'.split(' ')

/** Image formats that browsers show in notifications. */
export const ICON_EXTENSIONS: readonly string[] = ['png', 'jpg', 'jpeg']

export const uploadAsset = endpoint({
  call: 'POST /api/user/asset/upload',
  summary: 'Store a file that everybody may fetch; `purpose` icon takes pictures only',
  access: 'application',
  multipart: { file: 'file' },
  query: z.object({ purpose: z.optional(z.enum(['icon'])) }),
  bodyLimitBytes: ASSET_MAX_BYTES + 1_048_576,
  status: 201,
  data: z.object({
    /** The full URL. */
    fullpath: z.string(),
  }),
})

export const readAsset = endpoint({
  call: 'GET /files/{application_id}/{file_id}/{name}',
  summary: 'A file that a team uploaded for everybody',
  access: 'public',
  params: z.object({ application_id: z.string(), file_id: z.string(), name: z.string() }),
  /** small: for an image, its copy for lists, if there is one. */
  query: z.object({ size: z.optional(z.string()) }),
  raw: { types: ['*/*'] },
})

export const readMailIcon = endpoint({
  call: 'GET /files/icons/{name}',
  summary: 'An icon of mails, such as that of a social network',
  access: 'public',
  params: z.object({ name: z.string() }),
  raw: { types: ['image/png'] },
})

// Members may upload an image if they may write anything that holds one.
export const ASSET_ACTIVITIES = [
  ACTIVITY.platformWebpush,
  ACTIVITY.campaignWebpush,
  ACTIVITY.campaignWhatsapp,
  ACTIVITY.campaignEmail,
  ACTIVITY.templateEmail,
  ACTIVITY.templateWhatsapp,
] as const
