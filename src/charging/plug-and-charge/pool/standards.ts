import { commonMessages20 } from '#base/iso15118/schema-20.ts';
import { type LeafProfile, leafProfiles } from '../../certificates/certificate-profiles.ts';
import type { failed } from '../contract-provider.ts';
import { readRequest2, readRequest20, type VehicleRequest } from './read-request.ts';
import { type Given, writeResponse2, writeResponse20 } from './write-response.ts';

/** A part of ISO 15118 by which vehicles fetch contracts: its messages, and what they may carry. */
export type Standard = {
  name: string;
  curve: 'P-256' | 'P-521';
  contract: LeafProfile;
  service: LeafProfile;
  /** The standard gives a certificate no more room. */
  maxCertificateBytes: number;
  readRequest(exi: string, action: 'install' | 'update'): VehicleRequest | ReturnType<typeof failed>;
  writeResponse(given: Given): string;
};

export const schemaOf2 = 'urn:iso:15118:2:2013:MsgDef';

const standards: readonly (Standard & { schemas: string })[] = [
  {
    name: 'ISO 15118-2',
    schemas: 'urn:iso:15118:2:',
    curve: 'P-256',
    maxCertificateBytes: 800,
    contract: leafProfiles.contract,
    service: leafProfiles['provisioning-service'],
    readRequest: readRequest2,
    writeResponse: writeResponse2,
  },
  {
    name: 'ISO 15118-20',
    schemas: 'urn:iso:std:iso:15118:-20:',
    curve: 'P-521',
    maxCertificateBytes: 1_600,
    contract: leafProfiles.contract20,
    service: leafProfiles['provisioning-service20'],
    readRequest: readRequest20,
    writeResponse: writeResponse20,
  },
];

/** By the schema that the station names; undefined: it is another one, such as DIN 70121, which knows no contracts. */
export function standardOf(schemaVersion: string): Standard | undefined {
  return standards.find(({ schemas }) => schemaVersion.startsWith(schemas));
}

export const spoken = `${schemaOf2} and ${commonMessages20}`;
