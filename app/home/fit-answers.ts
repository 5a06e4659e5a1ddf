/** What the sizing section says on fit. Also read by app/found/linked-data.ts, which may only say what stands there. */
export const fitGuarantee = {
  title: 'Fit guarantee',
  words:
    'If it does not fit, we send the next size free. You have 30\u00a0days, and the return label is prepaid.',
}
export const notSure = {
  title: 'Still Not Sure?',
  words:
    'Choose Unsure in the quiz. A measuring guide ships with your first shipment, and the exchange is free.',
}
