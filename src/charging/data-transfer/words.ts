/** The words in which transfers are spoken of, for the door that carries them. */
export type { TransferStatus } from '#contract/data-transfer.ts';
