import Foundation

#if canImport(Glibc)
  typealias Resource = __rlimit_resource_t

  extension __rlimit_resource {
    var asResource: Resource { Resource(rawValue) }
  }
#else
  typealias Resource = Int32

  extension Int32 {
    var asResource: Resource { self }
  }
#endif

/// Sets the soft limit of a resource; the greatest number stands for none.
func limit(_ resource: Resource, to bytes: UInt) {
  var limits = rlimit()
  _ = unsafe getrlimit(resource, &limits)
  limits.rlim_cur = min(rlim_t(bytes), limits.rlim_max)
  if unsafe setrlimit(resource, &limits) != 0 { say("cannot set a limit") }
}
