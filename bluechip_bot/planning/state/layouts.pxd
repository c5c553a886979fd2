from libc.stdint cimport uint64_t


cdef class Layouts:
    cdef Py_ssize_t size        # words
    cdef uint64_t* words        # bit i of word w is layout 64 * w + i
    cdef Py_hash_t known_hash   # 0 until it is asked for
    cdef long long weight       # for the model that made it; -1 until it is asked for

    cdef Layouts both(self, Layouts other)
    cdef Layouts without(self, Layouts other)
    cdef bint shares(self, Layouts other) noexcept
    cdef bint is_empty(self) noexcept
    cdef void add(self, Layouts other) noexcept
    cdef void put(self, Py_ssize_t layout) noexcept
    cdef long long count(self) noexcept
    cdef long long count_in(self, const uint64_t* other) noexcept


cdef Layouts blank(Py_ssize_t size)
cdef Py_ssize_t words_for(Py_ssize_t layouts) noexcept
