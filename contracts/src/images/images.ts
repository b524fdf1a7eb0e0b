/** The image library of an application: images for its messages, in folders, each with alt text. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, oneLine, paging, search, text, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** 20 MB when it is uploaded; the stored image is smaller. */
export const IMAGE_MAX_BYTES = 20_971_520
/** Accepted formats. WebP is stored as JPEG or PNG, which every email client shows. */
export const IMAGE_EXTENSIONS: readonly string[] = ['png', 'jpg', 'jpeg', 'gif', 'webp']
/** Per application. */
export const FOLDERS_MAX = 200
export const FOLDER_NAME_MAX = 60
export const IMAGE_NAME_MAX = 120
/** Screen readers read all of it at once; longer texts belong in the email. */
export const ALT_MAX = 300
/** The most images that one call moves. */
export const MOVED_MAX = 100
/** The most users of an image that are named, per kind. */
export const USES_MAX = 50

export const Image = z.object({
  uuid,
  name: z.string(),
  /** The full URL, which needs no sign-in. */
  address: z.string(),
  /** A smaller copy for lists. */
  thumbnail: z.string(),
  /** May be empty. */
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  size_bytes: z.int(),
  is_animated: z.boolean(),
  folder_uuid: z.nullable(uuid),
  created_on: epochSeconds,
  /** Null if the account was deleted. */
  created_by: z.nullable(z.string()),
})
export type Image = z.infer<typeof Image>

export const ImageFolder = z.object({ uuid, name: z.string(), images: z.int() })
export type ImageFolder = z.infer<typeof ImageFolder>

const may = (level: 'read' | 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.templateEmail, level, scope: 'application' }) as const

const IMAGES = '/api/images'
const FOLDERS = `${IMAGES}/folders`
const singleLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentenceKey('fields.onOneLine'))
const folderBody = z.object({ name: text(FOLDER_NAME_MAX).check(singleLine) })

export const listImages = endpoint({
  call: `GET ${IMAGES}`,
  summary: 'The images of the library, newest first; everybody who writes messages may read them',
  access: 'application',
  query: z.object({ search, folder_uuid: z.optional(uuid), ...paging }),
  data: z.array(Image),
  paged: true,
})

export const uploadImage = endpoint({
  call: `POST ${IMAGES}`,
  summary: 'Add an image: PNG, JPEG, GIF or WebP. It is scaled down to 2,000 pixels of width and written anew',
  access: 'application',
  multipart: { file: 'file' },
  query: z.object({ folder_uuid: z.optional(uuid) }),
  bodyLimitBytes: IMAGE_MAX_BYTES + 1_048_576,
  status: 201,
  data: Image,
})

export const updateImage = endpoint({
  call: `PUT ${IMAGES}`,
  summary: 'Change name, alternative text or folder of an image; what is left out stays',
  access: may('update'),
  query: z.object({ uuid }),
  body: z.object({
    name: z.optional(text(IMAGE_NAME_MAX).check(singleLine)),
    alt: z.optional(oneLine(ALT_MAX)),
    folder_uuid: z.optional(z.nullable(uuid)),
  }),
  data: Image,
})

export const moveImages = endpoint({
  call: `POST ${IMAGES}/move`,
  summary: 'Put images into a folder, or into none; unknown ones are left out',
  access: may('update'),
  body: z.object({
    uuids: z
      .array(uuid)
      .check(z.minLength(1, sentenceKey('fields.required')), z.maxLength(MOVED_MAX, sentenceKey('images.tooMany'))),
    folder_uuid: z.nullable(uuid),
  }),
  /** How many of them were in another folder before. */
  data: z.object({ moved: z.int() }),
})

export const deleteImage = endpoint({
  call: `DELETE ${IMAGES}`,
  summary: 'Take an image out of the library; messages that show it go on showing it',
  access: may('delete'),
  query: z.object({ uuid }),
})

/** `site`: web push settings, including prompts. */
export const IMAGE_USES = ['template', 'block', 'campaign', 'form', 'site', 'request', 'brand'] as const

export const ImageUses = z.object({
  /** Newest first; at most USES_MAX per kind. */
  uses: z.array(
    z.object({
      kind: z.enum(IMAGE_USES),
      uuid,
      name: z.string(),
      /** For a template its type, for a campaign its channel; otherwise empty. */
      type: z.string(),
      /** Only an earlier version of the template uses it. */
      is_former: z.boolean(),
    }),
  ),
  /** Sent messages, by run. */
  runs: z.int(),
})
export type ImageUses = z.infer<typeof ImageUses>

export const listImageUses = endpoint({
  call: `GET ${IMAGES}/uses`,
  summary: 'What shows an image',
  access: may('read'),
  query: z.object({ uuid }),
  data: ImageUses,
})

export const listImageFolders = endpoint({
  call: `GET ${FOLDERS}`,
  summary: 'The folders of the library by name',
  access: 'application',
  data: z.array(ImageFolder),
})

export const createImageFolder = endpoint({
  call: `POST ${FOLDERS}`,
  summary: 'Add a folder',
  access: may('create'),
  status: 201,
  body: folderBody,
  data: ImageFolder,
})

export const updateImageFolder = endpoint({
  call: `PUT ${FOLDERS}`,
  summary: 'Rename a folder',
  access: may('update'),
  query: z.object({ uuid }),
  body: folderBody,
  data: ImageFolder,
})

export const deleteImageFolder = endpoint({
  call: `DELETE ${FOLDERS}`,
  summary: 'Delete a folder; its images stay in the library',
  access: may('delete'),
  query: z.object({ uuid }),
})
