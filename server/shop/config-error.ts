/** An invalid setting that stops startup; the message is one sentence that says which and why. */
export class ConfigError extends Error {}
