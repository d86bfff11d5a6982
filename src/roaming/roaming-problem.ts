/** What OCPI answers where something cannot be done; the door adds the envelope. */
export class RoamingProblem extends Error {
  readonly code: number;
  readonly httpStatus: number;

  constructor(code: number, message: string, httpStatus = 200) {
    super(message);
    this.name = 'RoamingProblem';
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

export const badParameter = (message: string) => new RoamingProblem(2001, message);
export const notEnough = (message: string) => new RoamingProblem(2002, message);
/** Some partners look at the status of HTTP, some at the code: 404 with the code that fits says both. */
export const unknownLocation = (message: string) => new RoamingProblem(2003, message, 404);
export const unknownToken = (message: string) => new RoamingProblem(2004, message, 404);
export const unknownObject = (message: string) => new RoamingProblem(2000, message, 404);
export const cannotUseTheirs = (message: string) => new RoamingProblem(3001, message);
export const noCommonVersion = (message: string) => new RoamingProblem(3002, message);
export const endpointsMissing = (message: string) => new RoamingProblem(3003, message);
export const methodNotAllowed = (message: string) => new RoamingProblem(2000, message, 405);
export const unauthorized = () =>
  new RoamingProblem(2000, 'This token opens nothing here. Ask the operator for a new one.', 401);
