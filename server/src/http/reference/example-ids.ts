/** Ids in examples. The test that runs the examples replaces them with real ones. */
export const SENT_ID = '0199a1c0-1a2b-7c3d-8e4f-5a6b7c8d9e01'
export const SCHEDULED_ID = '0199a1c0-1a2b-7c3d-8e4f-5a6b7c8d9e02'
export const CONTACT_ID = '0199a1c0-5a7e-7c31-8b0e-2f6f0f6d8a11'
export const SECOND_CONTACT_ID = '0199a1c0-5a7e-7c31-8b0e-2f6f0f6d8a12'
export const DEVICE_ID = '0199a1c0-6b11-7d02-9a4c-51f0c2a7e3b1'
export const WEBHOOK_ID = '0199a1c0-7c25-7a90-8f1d-0b7c4d2e9f61'
export const ATTEMPT_ID = '0199a1c0-8d36-7e14-b2a0-6f3e9c8b5d72'
export const MESSAGE_ID = '0199a1c0-9e47-7f25-83b1-7a4f0d9c6e83'
export const KEY_ID = '0199a1c0-4e03-7b55-a2c8-90d1e6f3b7a4'

/** Seconds since 1970. */
export const MOMENT = 1_790_000_000
