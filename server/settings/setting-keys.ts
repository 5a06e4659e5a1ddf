import * as z from 'zod'

/** Every switch of the owner: its key in the table and the shape of its value. */
export const settingKeys = {
  /** there while no payments are taken: what a buyer is told */
  paymentsStopped: z.object({ sentence: z.string() }),
} as const

export type SettingKey = keyof typeof settingKeys
export type Setting<Key extends SettingKey> = z.output<(typeof settingKeys)[Key]>
