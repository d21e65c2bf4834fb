/** What is used of the library for rate limits: see `packages/bundle-libraries.js`. */
export { RateLimiterMemory, RateLimiterRes, RateLimiterStoreAbstract } from "rate-limiter-flexible";
