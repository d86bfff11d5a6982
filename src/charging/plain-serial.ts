/** A certificate's serial number as OCPP wants it: without leading zeros and in one case, since some write 0A and others a. */
export function plainSerial(serialNumber: string): string {
  return serialNumber.toLowerCase().replace(/^0+(?=.)/, '');
}
