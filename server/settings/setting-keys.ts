/** Every switch of the owner: its key in the table and the shape of its value. A switch that is off has no row. */
export type Settings = {
  /** there while no payments are taken: what a buyer is told */
  paymentsStopped: { sentence: string }
}

export type SettingKey = keyof Settings
