import { CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react'

/** What a browser runs on. */
export const DEVICE_ICONS = { desktop: Monitor, mobile: Smartphone, tablet: Tablet, other: CircleHelp }
