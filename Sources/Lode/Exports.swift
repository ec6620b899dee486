// The types and protocols of other modules that `import Lode` exports, sorted by module. Most
// programs need no other types. To name another type, import the module of the type.
// Docs/Decisions/0017-what-import-lode-exports.md gives the reasons.

@_exported public import protocol LodeCoding.Archivable
@_exported public import protocol LodeCoding.ArchivableValue
@_exported public import struct LodeCoding.Archive
@_exported public import struct LodeCoding.ArchiveError
@_exported public import struct LodeCoding.ArchiveExtensions
@_exported public import protocol LodeCoding.ArchiveTransform
@_exported public import enum LodeCoding.ArchiveValue
@_exported public import struct LodeCoding.Archiver
@_exported public import struct LodeCoding.Blob
@_exported public import struct LodeCoding.Compression
@_exported public import struct LodeCoding.KeyRange
@_exported public import struct LodeCoding.Unarchiver
@_exported public import enum LodeLMDB.Durability
@_exported public import struct LodeModels.Document
@_exported public import struct LodeModels.ExchangeError
@_exported public import class LodeModels.LiveRows
@_exported public import struct LodeModels.MigrationError
@_exported public import struct LodeModels.MigrationOptions
@_exported public import struct LodeModels.MigrationPlan
@_exported public import struct LodeModels.MigrationRecord
@_exported public import struct LodeModels.MixedSearch
@_exported public import protocol LodeModels.Model
@_exported public import struct LodeModels.PageToken
@_exported public import struct LodeModels.Query
@_exported public import struct LodeModels.QueryError
@_exported public import struct LodeModels.QueryPage
@_exported public import struct LodeModels.Ref
@_exported public import enum LodeModels.SaveKind
@_exported public import struct LodeModels.SearchHit
@_exported public import struct LodeModels.SearchTerms
@_exported public import protocol LodeModels.SequencedModel
@_exported public import struct LodeModels.StagedConflict
@_exported public import class LodeModels.StagedSession
@_exported public import struct LodeModels.Step
@_exported public import struct LodeModels.StoreConfiguration
@_exported public import struct LodeModels.StoreDocuments
@_exported public import struct LodeModels.StorePartition
@_exported public import protocol LodeModels.TimestampedModel
@_exported public import protocol LodeModels.ValidatedModel
@_exported public import struct LodeSearch.SearchSyntaxError
@_exported public import struct LodeStore.ChangeSet
@_exported public import enum LodeStore.Condition
@_exported public import struct LodeStore.ConditionError
@_exported public import struct LodeStore.IndexDefinition
@_exported public import struct LodeStore.IndexPart
@_exported public import struct LodeStore.ReadTransaction
@_exported public import struct LodeStore.SearchField
@_exported public import struct LodeStore.Selection
@_exported public import class LodeStore.Snapshot
@_exported public import class LodeStore.Store
@_exported public import class LodeStore.StoreClock
@_exported public import struct LodeStore.StoreCollection
@_exported public import struct LodeStore.StoreError
@_exported public import struct LodeStore.StoreOptions
@_exported public import struct LodeStore.WriteTransaction

#if canImport(SwiftUI)
  @_exported public import struct LodeModels.Live
#endif
