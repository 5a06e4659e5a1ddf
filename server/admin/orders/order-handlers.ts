import { addOrderNote, setOrderStatus, setTracking } from './change-order.ts'
import {
  listOrderTags,
  mailOrders,
  previewOrdersMail,
  setOrdersStatus,
  setOrdersTracking,
  tagOrders,
} from './change-orders.ts'
import { exportConsents, exportOrders } from './export-orders.ts'
import { getOrder } from './get-order.ts'
import {
  decideOrderPayment,
  giveBackOrder,
  giveBuyerCredit,
  previewCredit,
  previewGiveBack,
  retryOrderRefund,
  settleOrderRefund,
} from './give-back-order.ts'
import { listOrders } from './list-orders.ts'
import { createManualOrder, endManualOrder, listManualOrders, previewManualOrder } from './manual-orders.ts'
import { deleteOrderSearch, listOrderSearches, saveOrderSearch } from './order-searches.ts'
import { previewRefund, refundOrderBoxes } from './refund-order-boxes.ts'

/** The admin's order handlers, by call name. */
export const orderHandlers = {
  listOrders,
  exportOrders,
  exportConsents,
  getOrder,
  setOrderStatus,
  setTracking,
  previewRefund,
  refundOrderBoxes,
  previewGiveBack,
  giveBack: giveBackOrder,
  previewCredit,
  giveCredit: giveBuyerCredit,
  retryRefund: retryOrderRefund,
  settleRefund: settleOrderRefund,
  decidePayment: decideOrderPayment,
  addOrderNote,
  previewManualOrder,
  createManualOrder,
  listManualOrders,
  endManualOrder,
  setOrdersStatus,
  setOrdersTracking,
  tagOrders,
  listOrderTags,
  previewOrdersMail,
  mailOrders,
  listOrderSearches,
  saveOrderSearch,
  deleteOrderSearch,
}
