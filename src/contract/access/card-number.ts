/** 4 to 10 bytes: as long as the numbers of RFID cards are, and shorter than a UUID, whose dashes belong to it. */
const cardNumber = /^(?:[\dA-Fa-f]{2}){4,10}$/;

/** "04:A1:B2:C3" and "04 A1 B2 C3" as readers send it: 04A1B2C3. Anything but the number of an RFID card stays as it is. */
export function bareCardNumber(value: string): string {
  const bare = value.replaceAll(/[\s:-]/g, '');
  return cardNumber.test(bare) ? bare : value;
}

/** No token has a space in it: people leave them between the bytes of a card as it is printed. */
export function withoutPrintedSpaces(value: string): string {
  return bareCardNumber(value) === value ? value : value.replaceAll(/\s/g, '');
}
