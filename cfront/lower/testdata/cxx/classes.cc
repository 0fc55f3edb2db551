// Classes of the program: constructors, member initialisers, destructors, this, references, operators, virtual calls.
#include <vector>

namespace mesh {

struct Base {
  explicit Base(int n);
  virtual ~Base();
  virtual void step();
  int level = 2;
};

class Field : public Base {
 public:
  explicit Field(int n) : Base(n), own_(new double[n]), kept_(n) { count_ = n; }
  Field() : Field(8) {}
  ~Field() override { delete[] own_; }
  Field(const Field &) = delete;
  void step() override;
  double &operator[](int i) { return own_[i]; }
  int count() const { return count_; }
  static int made;

 private:
  double *own_;
  int count_ = 0;
  std::vector<double> kept_, grown_;
  double *cursor_ = nullptr;
};

void Field::step() {
  Base::step();
  grown_.resize(count_);
  this->cursor_ = &grown_[0];
  ++made;
}

struct View {
  explicit View(Field &f) : field(f) {}
  Field &field;
  int first() const { return field.count(); }
};

}  // namespace mesh

static void use(mesh::Field &f, const mesh::Base *b) { f[2] = b->level; }

void local_objects(int n) {
  mesh::Field f(n);
  f.step();
  use(f, &f);
  mesh::View v(f);
  v.field.step();
  mesh::Field second;
  second[0] = f[1] + v.first();
}

void heap_objects(int n) {
  mesh::Base *p = new mesh::Field(n);
  p->step();
  delete p;
  mesh::Field *many = new mesh::Field[3];
  many[1].step();
  delete[] many;
}

struct Plain {
  int id;
  std::vector<int> list;
  double *raw;
};

Plain values(Plain p) {
  Plain q = p;
  Plain r{1, {}, nullptr};
  q = r;
  r = Plain{2, std::vector<int>(4), q.raw};
  Plain s(static_cast<Plain &&>(r));
  return s;
}
