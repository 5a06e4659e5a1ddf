// Stands in for https://js.stripe.com/<train>/stripe.js in journeys: the part of Stripe.js used by a shop with a Payment
// Element, an Express Checkout Element and an Address Element. `stubWallet` is this device's wallet: { type: 'applePay',
// card, email }, or null for browsers without one. Fields are in frames of js.stripe.com, payments go to api.stripe.com;
// the journey serves both (stripe-network.ts). The shop's code doesn't know about it.
;(() => {
  const frameUrl = 'https://js.stripe.com/stub-frame.html'
  const apiUrl = 'https://api.stripe.com/v1'

  window.Stripe = Object.assign((key) => createStripe(key), { version: 'endive' })

  function createStripe(key) {
    const retrieve = async (name, clientSecret) => {
      const query = new URLSearchParams({ client_secret: clientSecret, key })
      return result(name, await send(`/${name}s/${idOf(clientSecret)}?${query}`))
    }
    const confirm = async (name, { elements, confirmParams, redirect }) => {
      if (redirect !== 'if_required') throw new Error('the journeys expect redirect: if_required')
      if (!confirmParams.return_url) throw new Error('IntegrationError: return_url is missing')
      const invalid = await elements.submit()
      if (invalid.error) return invalid
      const clientSecret = elements.options.clientSecret
      const id = idOf(clientSecret)
      const { payment_method_data, ...params } = confirmParams
      const card = elements.wallet ?? elements.getElement('payment').value
      const answer = await send(`/${name}s/${id}/confirm`, {
        ...params,
        key,
        client_secret: clientSecret,
        payment_method_data: { type: 'card', card: card.card, ...payment_method_data },
      })
      const outcome = result(name, answer)
      const intent = Object.values(outcome)[0]
      if (!outcome.error) elements.closeSheet?.()
      if (outcome.error || intent.status !== 'requires_action') return outcome
      if (intent.next_action.type === 'redirect_to_url') {
        window.location.assign(intent.next_action.redirect_to_url.url)
        return new Promise(() => {})
      }
      await authenticate(name, id, clientSecret, key)
      const after = await retrieve(name, clientSecret)
      const now = Object.values(after)[0]
      if (after.error || now.status === 'succeeded' || now.status === 'processing') return after
      const error = now.last_payment_error ?? now.last_setup_error
      return { error: { ...error, [name]: now } }
    }
    return {
      elements: (options = {}) => createGroup(options, retrieve),
      confirmPayment: (options) => confirm('payment_intent', options),
      confirmSetup: (options) => confirm('setup_intent', options),
      retrievePaymentIntent: (clientSecret) => retrieve('payment_intent', clientSecret),
      retrieveSetupIntent: (clientSecret) => retrieve('setup_intent', clientSecret),
      // The React library rejects a Stripe object that lacks these.
      createToken: notHere,
      createPaymentMethod: notHere,
      confirmCardPayment: notHere,
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }

  function createGroup(options, retrieve) {
    const elements = new Map()
    const group = {
      options,
      /** the card in the wallet whose sheet was just confirmed */
      wallet: null,
      create(type, elementOptions) {
        if (elements.has(type) && !elements.get(type).isDestroyed)
          throw new Error(`IntegrationError: Can only create one Element of type ${type}`)
        const element =
          type === 'expressCheckout'
            ? createWallets(elementOptions, group, retrieve)
            : createElement(type, elementOptions, options)
        elements.set(type, element)
        return element
      },
      getElement: (type) => elements.get(type) ?? null,
      update(changes) {
        if ('clientSecret' in changes) throw new Error('IntegrationError: clientSecret cannot change')
        Object.assign(options, changes)
        for (const element of elements.values())
          element.tell({ kind: 'look', appearance: options.appearance })
      },
      async fetchUpdates() {
        return {}
      },
      async submit() {
        if (group.wallet) return { selectedPaymentMethod: stubWallet.type }
        for (const element of elements.values()) {
          const message = await element.validate()
          if (message) return { error: { type: 'validation_error', message } }
        }
        return { selectedPaymentMethod: 'card' }
      },
    }
    return group
  }

  // Buttons in a frame. A click must be answered within a second, or no sheet opens. The lines of the sheet must not add
  // up to more than the payment. The page confirms the payment, and the sheet closes when the page reports the outcome.
  function createWallets(options, group, retrieve) {
    const handlers = {}
    const emit = (name, event = {}) => {
      for (const handler of handlers[name] ?? []) handler({ elementType: 'expressCheckout', ...event })
    }
    const frame = document.createElement('iframe')
    frame.title = 'Secure express checkout frame'
    frame.style.cssText = 'border:0;width:100%;display:block;height:0'
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow) return
      if (data.kind === 'hello') {
        const shown =
          stubWallet && options.paymentMethods[stubWallet.type] !== 'never' ? stubWallet.type : null
        frame.style.height = shown ? `${options.buttonHeight}px` : '0'
        frame.contentWindow.postMessage(
          { kind: 'init', type: 'wallets', wallet: shown, verb: options.buttonType },
          '*',
        )
        const available = shown ? { applePay: false, googlePay: false, [shown]: true } : undefined
        emit('ready', { availablePaymentMethods: available })
      }
      if (data.kind === 'click') click()
    }
    function click() {
      let isAnswered = false
      const once = (answer) => (details) => {
        if (isAnswered) throw new Error('IntegrationError: the click was answered before')
        isAnswered = true
        answer(details)
      }
      setTimeout(() => {
        if (!isAnswered) console.error('IntegrationError: resolve or reject must be called within 1 second')
        isAnswered = true
      }, 1000)
      const expressPaymentType = { applePay: 'apple_pay', googlePay: 'google_pay' }[stubWallet.type]
      emit('click', {
        expressPaymentType,
        resolve: once((details) => open(details, expressPaymentType)),
        reject: once(() => {}),
      })
    }
    async function open(details = {}, expressPaymentType) {
      const found = await retrieve(
        group.options.clientSecret.startsWith('seti') ? 'setup_intent' : 'payment_intent',
        group.options.clientSecret,
      )
      const { amount = 0 } = found.paymentIntent ?? {}
      const sum = (details.lineItems ?? []).reduce((cents, line) => cents + line.amount, 0)
      if (sum > amount) throw new Error('IntegrationError: the line items come to more than the amount')
      const sheet = document.createElement('iframe')
      sheet.title = 'Wallet sheet'
      sheet.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647'
      const close = () => {
        window.removeEventListener('message', hear)
        sheet.remove()
        group.wallet = null
      }
      const hear = ({ source, data }) => {
        if (source !== sheet.contentWindow) return
        if (data.kind === 'hello')
          sheet.contentWindow.postMessage({ kind: 'init', type: 'sheet', details, amount }, '*')
        if (data.kind === 'cancel') {
          close()
          emit('cancel')
        }
        if (data.kind !== 'confirm') return
        group.wallet = { card: stubWallet.card }
        group.closeSheet = close
        emit('confirm', {
          expressPaymentType,
          billingDetails: options.emailRequired
            ? { name: 'Maya Ellison', email: stubWallet.email }
            : { name: 'Maya Ellison' },
          paymentFailed: close,
        })
      }
      window.addEventListener('message', hear)
      sheet.src = frameUrl
      document.body.append(sheet)
    }
    const element = {
      tell() {},
      validate: async () => '',
      mount(target) {
        window.addEventListener('message', listen)
        frame.src = frameUrl
        target.append(frame)
      },
      unmount: () => frame.remove(),
      destroy() {
        element.isDestroyed = true
        window.removeEventListener('message', listen)
        frame.remove()
      },
      update: (changes) => Object.assign(options, changes),
      focus() {},
      blur() {},
      clear() {},
      on(name, handler) {
        handlers[name] = [...(handlers[name] ?? []), handler]
        return element
      },
      once: (name, handler) => element.on(name, handler),
      off(name, handler) {
        handlers[name] = (handlers[name] ?? []).filter((each) => each !== handler)
        return element
      },
    }
    return element
  }

  function createElement(type, options, group) {
    const handlers = {}
    const emit = (name, event) => {
      for (const handler of handlers[name] ?? []) handler({ elementType: type, ...event })
    }
    const frame = document.createElement('iframe')
    frame.title = type === 'payment' ? 'Secure payment input frame' : 'Secure address input frame'
    frame.allow = 'payment *'
    frame.style.cssText = 'border:0;width:100%;display:block;height:20rem;color-scheme:auto;overflow:hidden'
    let onValidated = () => {}
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow) return
      if (data.kind === 'hello') element.tell({ kind: 'init', type, options, appearance: group.appearance })
      if (data.kind === 'height') frame.style.height = `${data.height}px`
      if (data.kind === 'ready') emit('ready', {})
      if (data.kind === 'validated') onValidated(data.message)
      if (data.kind === 'change') {
        element.value = data.value
        emit('change', { complete: data.complete, empty: data.empty, value: data.value })
      }
    }
    const element = {
      value: null,
      mount(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target
        window.addEventListener('message', listen)
        frame.src = frameUrl
        place.append(frame)
      },
      unmount: () => frame.remove(),
      destroy() {
        element.isDestroyed = true
        window.removeEventListener('message', listen)
        frame.remove()
      },
      update: (changes) => Object.assign(options, changes),
      focus() {},
      blur() {},
      clear() {},
      on(name, handler) {
        handlers[name] = [...(handlers[name] ?? []), handler]
        return element
      },
      once: (name, handler) => element.on(name, handler),
      off(name, handler) {
        handlers[name] = (handlers[name] ?? []).filter((each) => each !== handler)
        return element
      },
      tell: (message) => frame.contentWindow?.postMessage(message, '*'),
      validate: () =>
        new Promise((resolve) => {
          onValidated = resolve
          element.tell({ kind: 'validate' })
        }),
    }
    return element
  }

  // The bank's question, which Stripe.js shows in its own frame above the page.
  function authenticate(name, id, clientSecret, key) {
    return new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.title = 'Bank authentication'
      frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647'
      const listen = async ({ source, data }) => {
        if (source !== frame.contentWindow) return
        if (data.kind === 'hello') frame.contentWindow.postMessage({ kind: 'init', type: 'bank' }, '*')
        if (data.kind !== 'bank') return
        window.removeEventListener('message', listen)
        frame.remove()
        await send(`/${name}s/${id}/authenticate`, {
          client_secret: clientSecret,
          key,
          outcome: data.outcome,
        })
        resolve()
      }
      window.addEventListener('message', listen)
      frame.src = frameUrl
      document.body.append(frame)
    })
  }

  const names = { payment_intent: 'paymentIntent', setup_intent: 'setupIntent' }

  function result(name, { status, body }) {
    if (status >= 400) return { error: body.error }
    return { [names[name]]: body }
  }

  async function send(path, params) {
    try {
      const response = await fetch(apiUrl + path, params && { method: 'POST', body: form(params) })
      return { status: response.status, body: await response.json() }
    } catch {
      const message =
        'An error occurred with our connection to Stripe. Please check your connection and retry.'
      return { status: 503, body: { error: { type: 'api_connection_error', message } } }
    }
  }

  function form(params, prefix, into = new URLSearchParams()) {
    for (const [key, value] of Object.entries(params)) {
      const name = prefix ? `${prefix}[${key}]` : key
      if (value !== null && typeof value === 'object') form(value, name, into)
      else if (value !== undefined && value !== null) into.append(name, String(value))
    }
    return into
  }

  function idOf(clientSecret) {
    return clientSecret.split('_secret_')[0]
  }

  function notHere() {
    throw new Error('the journeys do not use this')
  }
})()
