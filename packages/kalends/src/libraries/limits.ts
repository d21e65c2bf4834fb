/** What is used of the library for rate limits: see `packages/bundle-libraries.js`. */
export { RateLimiterRes } from "rate-limiter-flexible";
export { default as RateLimiterStoreAbstract } from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
