import type { AdminContractName } from './contracts.ts'

/** Replies about the caller, or about the shop, its belts and its stock: nobody's data is in them. */
const ofNoCustomer: ReadonlySet<AdminContractName> = new Set([
  ...(['me', 'describeContracts', 'signOut', 'signOutEverywhere', 'changePassword', 'readAccount'] as const),
  ...(['endSession', 'startTwoStep', 'confirmTwoStep', 'endTwoStep', 'renewRecoveryCodes'] as const),
  ...(['confirmSelf', 'checkConfirmed', 'changeEmail', 'startPasskey', 'addPasskey'] as const),
  ...(['renamePasskey', 'removePasskey', 'startPasskeyConfirm', 'confirmByPasskey'] as const),
  ...(['listPlans', 'listPromotions', 'listProductTypes', 'listQuizQuestions', 'readQuizFunnel'] as const),
  ...(['listBelts', 'getBelt', 'setStock', 'previewStockFile', 'importStock', 'listStockNeeds'] as const),
  ...(['listReceipts', 'receiveStock', 'undoReceipt', 'listOrderTags', 'listCannedAnswers'] as const),
  ...(['listDrops', 'forecastDrops', 'readCuration', 'previewPack', 'pickList'] as const),
  ...(['readSettings', 'readHealth'] as const),
] satisfies AdminContractName[])

export const isOfNoCustomer = (call: AdminContractName): boolean => ofNoCustomer.has(call)

const order = `id userId orderNumber status boxesStatus subscriptionPlanId promotionCode currency recipientType
  giftNote giftRecipientName giftSenderName giftDeliveryDate giftMessage needsStyleSelection tags createdAt updatedAt
  customer username shippingInfo orderId orderItemId recipientName addressLine1 addressLine2 city state zipCode country
  trackingNumber shippingAddresses orderItems productId quantity preferences planId planName period gender size measured
  styles colors shippingDetails fullName address address2 giftDetails senderName emailDate extraAnswers question answers`
const changed = 'changed failed orderId orderNumber sentence'
const box = 'boxId reference name belt sku size measured isGift hasGuide isChecked'
const labels = `carrier packed wanted quoted quotedCents bought boughtCents parts problems boxId reference name problem odd
  address suggestion`
const file = 'taken known badLines problems line problem'
const previewed = `${file} odd trackingNumber sample reference name`
const message = `id name subject message category orderNumber orderId origin verifiedBy aside createdAt waitingSince dueAt
  isLate answeredAt doneAt snoozedUntil assignee writer`

/**
 * What a packer gets of each other reply, by name: no email, no amount, nothing of the provider, and neither an order's
 * emails nor its history, whose sentences have both. What isn't here is closed. So is all below it.
 */
const open: Partial<Record<AdminContractName, string>> = {
  listPromises: `today open due late isCalling groups kind what dueOn owner act label to promises id dueAt isLate person name
    nextCursor`,
  listOrders: `${order} orders total gifts nextCursor`,
  getOrder: `order ${order} memberships isGift nextChargeOn boxes drop belt holdReason isRefundable notes at text`,
  setOrderStatus: `order ${order}`,
  setTracking: `order ${order}`,
  addOrderNote: 'success',
  setOrdersStatus: changed,
  setOrdersTracking: changed,
  tagOrders: changed,
  listOrderSearches: 'searches id name filters search status recipientType plan tag from to orders',
  listExchanges: `exchanges id number boxId orderId orderNumber member isGift kind remedy state askedBy drop belt wanted
    details note trackingNumber createdAt dueAt isLate needsLabel isGone waitsForBank photos isKept claim part wish arrivedOn
    ageDays warrantyUntil proposed why remedies answer words isOver acts open late nextCursor`,
  markLabelSent: 'success',
  markRepaired: 'success',
  receiveReturn: 'success',
  shipReplacement: 'success',
  noteExchange: 'success',
  uploadReturnLabel: 'success',
  listPromised: 'boxes id name drop',
  readPackingScan: `packed checked next ${box}`,
  scanAtPacking: `packed checked verdict sentence box ${box}`,
  getDrop: `drop cutOffDay shipBy state belts activeBelts pieces boxesOwed isCurrent isCreated boxes owed assigned packed
    shipped delivered returned held id name sku gender style isActive sizes size stock wanted notices kind words username
    createdAt`,
  listDropBoxes: `boxes id reference orderId orderNumber name gender size styles isGift state holdReason belt style isChosen
    trackingNumber nextCursor`,
  listExceptions: 'exceptions boxId orderId orderNumber name gender size styles reason sentence total',
  packDrop: 'packed',
  unpackBoxes: 'unpacked',
  packingSlips: `slips boxId reference bars orderNumber name lines belt sku size measured ordinal boxCount hasGuide gift from
    message nextCursor`,
  previewTracking: previewed,
  importTracking: file,
  previewDelivered: previewed,
  importDelivered: file,
  shipBox: 'success',
  deliverBox: 'success',
  undeliverBox: 'success',
  readDropLabels: labels,
  quoteLabels: labels,
  settleAddress: labels,
  buyLabels: labels,
  shipLabelled: 'shipped',
  listMessages: `messages ${message} open late setAside nextCursor`,
  getMessage: `${message} version follows entries kind who at text isVerified attachments bytes isKept sentAt problem
    colleagues beside memberships wearer status isGift size boxes state shipBy waitsForSize changeUntil shippedOn deliveredOn
    holdReason belt tracking number carrier link fields`,
}

/** The names of the fields of a call's reply that a packer gets. */
export const packerFields = (call: AdminContractName): ReadonlySet<string> =>
  new Set(open[call]?.split(/\s+/) ?? [])
