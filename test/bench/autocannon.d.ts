declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    body?: string
    headers?: Record<string, string>
    /** Called before each request, to make it differ from the last. */
    setupRequest?(request: Request): Request
  }
  interface Histogram {
    p50: number
    p99: number
  }
  interface Outcome {
    requests: { average: number; total: number }
    latency: Histogram
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    requests: Request[]
  }): Promise<Outcome>
}
