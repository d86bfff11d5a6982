/**
 * Names of settings whose values are shown to nobody and kept in no record. Makers choose their own names, so it looks for words in them;
 * rather one too many.
 */
const words = [
  'passw|passphrase|passcode|passkey|pwd|psk|secret|credential|private|puk|wepkey|wpakey|apikey|authkey|sharedkey|sessionkey|signingkey|encryptionkey',
  '(?:access|api|auth|bearer|login|refresh|session)_?token|token(?:value)?$|(?<!public_?)key(?:value)?$|pin$|pin_?code',
  '(?:access|activation|admin|install|installer|maintenance|master|menu|pairing|security|service|unlock|user)_?code',
  'apn|vpn',
].join('|');

const secretWord = new RegExp(words, 'i');

/** Of one name alone: the key, the variable, the component or an instance. */
export function isSecretName(name: string): boolean {
  return secretWord.test(name);
}

/** The same as they stand in a frame, up to the end of a text; for a first look at many. */
export const secretWordInFrame = words.replaceAll('$', '(?=")');
