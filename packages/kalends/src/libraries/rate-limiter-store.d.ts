// The class that limiters on stores of one's own extend: the library has its type in its entry, and itself here.
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is to others
  export { RateLimiterStoreAbstract as default } from "rate-limiter-flexible";
}
