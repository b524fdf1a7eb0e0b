export const images = {
  'images.kind': 'Choose a PNG, JPEG, GIF or WebP image.',
  'images.svg': 'Email apps don’t show SVG. Export the image as PNG.',
  'images.frames': 'The animation has more than 400 frames. Shorten it and try again.',
  'images.pixels': 'The image has more than 51 million pixels. Make it smaller and try again.',
  'images.broken': 'The image is damaged or incomplete. Export it again.',
  'images.slow': 'The image takes too long to process. Make it smaller and try again.',
  'images.folderTaken': 'A folder with this name already exists.',
  'images.foldersFull': 'At most {{count}} folders. Delete one first.',
  'images.tooMany': 'Move up to {{maximum}} images at once.',
  'images.folderGone': 'This folder no longer exists.',
} as const
