/** In the order of the gallery. Addresses have them, so that they outlive the designs' files. */
export const DESIGN_IDS = [
  'welcome',
  'newsletter',
  'launch',
  'sale',
  'cart',
  'receipt',
  'reset',
  'event',
  'survey',
  'birthday',
  'winBack',
  'rePermission',
] as const
export type DesignId = (typeof DESIGN_IDS)[number]

export const CATEGORIES = ['lifecycle', 'news', 'sales', 'transactional', 'basic'] as const
export type Category = (typeof CATEGORIES)[number]
