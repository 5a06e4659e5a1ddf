/** A setting that stops the start; its message is one sentence that says which and why. */
export class ConfigError extends Error {}
