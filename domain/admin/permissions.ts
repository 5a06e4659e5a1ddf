import type { AdminCallName } from './calls.ts'
import type { Role } from './roles.ts'

const everyone: readonly Role[] = ['owner', 'support', 'packer', 'viewer']

/** Who may make which call: the one table that the server asks, and by which the screens hide what is not allowed. */
export const permissions: Record<AdminCallName, readonly Role[]> = {
  // about oneself
  me: everyone,
  signOut: everyone,
  signOutEverywhere: everyone,
  changePassword: everyone,
  readAccount: everyone,
  endSession: everyone,
  startTwoStep: everyone,
  confirmTwoStep: everyone,
  endTwoStep: everyone,
  renewRecoveryCodes: everyone,
  confirmSelf: everyone,
  changeEmail: everyone,
  startPasskey: everyone,
  addPasskey: everyone,
  renamePasskey: everyone,
  removePasskey: everyone,
  startPasskeyConfirm: everyone,
  confirmByPasskey: everyone,
  // staff, and what each of them did
  listStaff: ['owner'],
  inviteStaff: ['owner'],
  setStaffRole: ['owner'],
  setStaffDisabled: ['owner'],
  resetStaffPassword: ['owner'],
  signOutStaff: ['owner'],
  listAudit: ['owner'],
  // orders
  listOrders: everyone,
  getOrder: everyone,
  exportOrders: ['owner'],
  exportConsents: ['owner'],
  setOrderStatus: ['owner', 'support', 'packer'],
  setTracking: ['owner', 'support', 'packer'],
  previewRefund: ['owner', 'support'],
  refundOrderBoxes: ['owner', 'support'],
  addOrderNote: ['owner', 'support', 'packer'],
  // exchanges
  listExchanges: everyone,
  listReplacements: ['owner', 'support'],
  startExchange: ['owner', 'support'],
  receiveReturn: ['owner', 'support', 'packer'],
  shipReplacement: ['owner', 'support', 'packer'],
  changeRemedy: ['owner', 'support'],
  refundReturn: ['owner', 'support'],
  creditReturn: ['owner', 'support'],
  refuseReturn: ['owner', 'support'],
  cancelReturn: ['owner', 'support'],
  noteExchange: ['owner', 'support', 'packer'],
  // product types
  listProductTypes: everyone,
  createProductType: ['owner'],
  updateProductType: ['owner'],
  deleteProductType: ['owner'],
  orderProductTypes: ['owner'],
  // quiz
  listQuizQuestions: everyone,
  createQuizQuestion: ['owner'],
  updateQuizQuestion: ['owner'],
  deleteQuizQuestion: ['owner'],
  orderQuizQuestions: ['owner'],
  publishQuiz: ['owner'],
  draftQuizFrom: ['owner'],
  discardQuizDraft: ['owner'],
  readQuizFunnel: everyone,
  // inbox
  listMessages: everyone,
  answerMessage: ['owner', 'support'],
  setMessageDone: ['owner', 'support'],
  listCannedAnswers: everyone,
  createCannedAnswer: ['owner', 'support'],
  editCannedAnswer: ['owner', 'support'],
  deleteCannedAnswer: ['owner', 'support'],
  // newsletter
  listSubscribers: ['owner', 'support'],
  setSubscriberStatus: ['owner', 'support'],
  importSubscribers: ['owner'],
  exportSubscribers: ['owner'],
  // plans and prices
  listPlans: everyone,
  createPlan: ['owner'],
  updatePlan: ['owner'],
  // promotion codes
  listPromotions: everyone,
  createPromotion: ['owner'],
  endPromotion: ['owner'],
  // mails
  listMails: ['owner', 'support'],
  readMail: ['owner', 'support'],
  sendMailAgain: ['owner', 'support'],
  // the shop
  readSettings: everyone,
  writeSettings: ['owner'],
  setOwnersTwoStep: ['owner'],
  stopPayments: ['owner'],
  startPayments: ['owner'],
  readHealth: everyone,
  // figures
  readDashboard: ['owner', 'support', 'viewer'],
  // belts and drops
  listBelts: everyone,
  getBelt: everyone,
  createBelt: ['owner'],
  updateBelt: ['owner'],
  deleteBelt: ['owner'],
  setStock: ['owner', 'packer'],
  listDrops: everyone,
  createDrop: ['owner'],
  makeDropCurrent: ['owner'],
  getDrop: everyone,
  updateDrop: ['owner'],
  // curation
  listDropBoxes: everyone,
  startCuration: ['owner'],
  readCuration: everyone,
  listExceptions: everyone,
  listChoices: ['owner', 'support'],
  chooseBelt: ['owner'],
  setWearerSize: ['owner', 'support'],
  readWearerAddress: ['owner', 'support'],
  setWearerAddress: ['owner', 'support'],
  askWearer: ['owner', 'support'],
  forecastDrops: everyone,
  // packing and shipping
  previewPack: everyone,
  packDrop: ['owner', 'packer'],
  unpackBoxes: ['owner', 'packer'],
  pickList: everyone,
  packingSlips: ['owner', 'support', 'packer'],
  exportLabels: ['owner', 'packer'],
  previewTracking: ['owner', 'packer'],
  importTracking: ['owner', 'packer'],
  previewDelivered: ['owner', 'packer'],
  importDelivered: ['owner', 'packer'],
  shipBox: ['owner', 'packer'],
  deliverBox: ['owner', 'packer'],
  // holding and moving a drop
  previewDropChange: ['owner'],
  changeDrop: ['owner'],
  moveSome: ['owner'],
  uploadPicture: ['owner'],
}

/** Whether one of this role may make the call. */
export function may(role: Role, call: AdminCallName): boolean {
  return permissions[call].includes(role)
}
