/** What answers a dispute, by the provider's names; texts of at most 20,000 characters each. */
export type DisputeEvidence = Partial<
  Record<
    | 'customer_name'
    | 'customer_email_address'
    | 'product_description'
    | 'shipping_address'
    | 'shipping_tracking_number'
    | 'shipping_date'
    | 'service_date'
    | 'cancellation_policy_disclosure'
    | 'cancellation_rebuttal'
    | 'refund_policy_disclosure'
    | 'uncategorized_text',
    string
  >
>
