import type { LanguageModel } from 'ai';

/** A model as an object. Never its name alone: that would be sent to a gateway that nobody chose. */
export type Model = Exclude<LanguageModel, string>;

export type ProviderSettings = {
  model: string;
  key: string;
  /** Empty: the provider's own. */
  baseUrl: string;
};

/** Somebody whose models we can use: one file, one row in `providers.ts`. */
export type Provider = {
  /** The setting that holds its key; null: it may work without one. */
  keySetting: string | null;
  needsAddress?: boolean;
  /** Loaded when it is used: nobody waits for the code of providers they do not have. */
  load(): Promise<(settings: ProviderSettings) => Model>;
};

/** As the libraries want it: absent rather than empty. */
export function addressIfAny(baseUrl: string): { baseURL?: string } {
  return baseUrl === '' ? {} : { baseURL: baseUrl };
}
